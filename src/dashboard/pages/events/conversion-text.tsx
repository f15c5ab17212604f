import { Link } from '@tanstack/react-router';
import type { DashboardConversionFragment as Conversion, ConversionReason } from '../../generated/graphql.ts';
import { money } from '../../parts/format.ts';
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

export const PixelLink = ({
  pixel: { databaseId, name },
}: {
  readonly pixel: { readonly databaseId: number; readonly name: string };
}) => (
  <Link to="/pixels/$id" params={{ id: String(databaseId) }}>
    <bdi>{name}</bdi>
  </Link>
);

/** The ad that it counts for, with its line and advertiser. */
export const ConversionAd = ({ ad }: Pick<Conversion, 'ad'>) =>
  ad ? (
    <>
      <Link to="/ads/$id" params={{ id: String(ad.databaseId) }}>
        <bdi>{ad.name}</bdi>
      </Link>
      <span className="cell-note">
        <Link to="/lines/$id" params={{ id: String(ad.line.databaseId) }}>
          <bdi>{ad.line.name}</bdi>
        </Link>{' '}
        · <bdi>{ad.line.advertiser.name}</bdi>
      </span>
    </>
  ) : (
    '–'
  );

/** What was sent with it, in the currency in which it was sent. */
export const valueText = ({ value }: Pick<Conversion, 'value'>): string =>
  value ? money(value.amount, value.currency) : '–';
