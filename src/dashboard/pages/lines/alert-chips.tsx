import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardAlertCountsDocument } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';

interface Props {
  /** The global ID of the advertiser that they are counted for; of the whole seat unless given. */
  readonly advertiserId?: string | undefined;
  /** The reason by which the list is narrowed down. */
  readonly chosen: string | undefined;
  readonly onChoose: (reason: string) => void;
  /** That stand beside them. */
  readonly others?: ReactNode;
}

/** How many lines need attention for each reason; a click narrows the list down to them, another one lets it go. */
export function AlertChips({ advertiserId, chosen, onChoose, others }: Props) {
  const read = useRead(DashboardAlertCountsDocument, { advertiserId: advertiserId ?? null });
  const counts = read.result.data?.lineAlerts.counts.filter(({ count }) => count > 0) ?? [];
  if (counts.length === 0 && !others) return null;
  // The others keep their place, and with it the focus, when the counts arrive.
  return (
    <section className="row alert-chips" aria-label={counts.length > 0 ? 'Attention' : undefined}>
      {counts.length > 0 && <span className="muted small">Need attention:</span>}
      {counts.map(({ reason, count }) => (
        <button
          key={reason}
          type="button"
          className="small"
          aria-pressed={reason === chosen}
          onClick={() => onChoose(reason === chosen ? '' : reason)}
        >
          {words(reason)} <b>{number(count)}</b>
        </button>
      ))}
      {others}
    </section>
  );
}
