import type { ConversionReason } from '../../generated/graphql.ts';
import { Status } from '../../parts/status.tsx';
import { isTest } from './test-conversion.ts';

/** Why a conversion does not count, in words. */
const REASONS: Readonly<Record<ConversionReason, string>> = {
  CLICK_OUTSIDE_WINDOW: 'The click came too long before.',
  NO_RULE_FOR_PIXEL: 'No rule of the line is about this pixel.',
  REPEATED_ID: 'The same conversion came before.',
  UNKNOWN_CLICK: 'The click is not one of this seat.',
};

interface OutcomeProps {
  readonly receipt: { readonly outcome: string; readonly reason?: ConversionReason | null };
}

/** What became of a conversion, and why it does not count. */
export const ConversionOutcome = ({ receipt: { outcome, reason } }: OutcomeProps) => (
  <>
    <Status value={outcome} />
    {reason && <span className="cell-note">{REASONS[reason]}</span>}
  </>
);

interface EventProps {
  readonly receipt: { readonly eventId: string; readonly dp: string };
}

/** Which conversion it was, who sent it, and whether it was only a test. */
export const ConversionEvent = ({ receipt }: EventProps) => (
  <>
    <bdi title={receipt.eventId}>{receipt.eventId}</bdi>{' '}
    {isTest(receipt) ? (
      <span className="status info">Test from this page</span>
    ) : (
      <span className="muted">
        from <bdi>{receipt.dp}</bdi>
      </span>
    )}
  </>
);
