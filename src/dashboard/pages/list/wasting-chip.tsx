import type { List } from './use-list.ts';

/** What costs and brings nothing, by its spend. */
const WASTING = 'SPEND.gt.0;CONVERSIONS.eq.0';

/** Narrows a list down to what has spend and no conversion in its days, which no order by CPA can rank. */
export function WastingChip({ list }: { readonly list: List }) {
  const isChosen = list.search.where === WASTING;
  return (
    <span className="alert-chips">
      <button
        type="button"
        className="small"
        aria-pressed={isChosen}
        onClick={() => list.set('where', isChosen ? '' : WASTING)}
      >
        Spend without conversions
      </button>
    </span>
  );
}
