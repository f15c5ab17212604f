import { isBidOnly, notOffered } from './bidding.ts';
import type { Entry } from './choices.ts';
import type { ReportDraft } from './report-draft.ts';

interface Props {
  readonly draft: ReportDraft;
  readonly metrics: readonly Entry[];
  readonly onSwitch: (isBidding: boolean) => void;
}

/** Measures of two kinds of data, which only an address can name together, with the button that leaves one kind. */
export function BiddingCure({ draft, metrics, onSwitch }: Props) {
  if (!notOffered(draft)) return null;
  const { isBidding } = draft;
  const names = metrics
    .filter(({ id }) => draft.metrics.includes(id) && isBidOnly(id) !== isBidding && id !== 1)
    .map(({ name }) => name);
  const about = names.join(' and ') || 'A group';
  return (
    <p className="note warn">
      {isBidding ? `${about} cannot be in bidding data.` : `${about} needs bidding data.`}{' '}
      <button type="button" onClick={() => onSwitch(!isBidding)}>
        {isBidding ? 'Leave bidding data out' : 'Use bidding data'}
      </button>
    </p>
  );
}
