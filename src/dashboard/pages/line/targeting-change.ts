import type { DashboardLineQuery, UpdateTargetingInput } from '../../generated/graphql.ts';
import type { LineFound } from './line.tsx';

export type Place = NonNullable<DashboardLineQuery['line']>['targeting']['geos'][number];

/** What was chosen, and not saved yet. */
export interface TargetingChange {
  readonly added: readonly Place[];
  readonly excluded: readonly Place[];
  /** WOEIDs of stored places. */
  readonly removed: readonly number[];
  readonly blocked: readonly string[];
  readonly unblocked: readonly string[];
}

export const NOTHING: TargetingChange = { added: [], excluded: [], removed: [], blocked: [], unblocked: [] };

export const toggled = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items.filter((each) => each !== item) : [...items, item];

const woeids = (places: readonly Place[]) => places.map(({ woeid }) => woeid);

/** Only what was touched: naming a block turns its type on. */
export function inputOf(change: TargetingChange, { id, updatedAt }: LineFound): UpdateTargetingInput {
  const { added, excluded, removed, blocked, unblocked } = change;
  return {
    lineId: id,
    updatedAt,
    ...(added.length + excluded.length + removed.length > 0 && {
      geos: { added: woeids(added), excluded: woeids(excluded), removed: [...removed] },
    }),
    ...(blocked.length + unblocked.length > 0 && {
      nativeLists: { added: blocked.map((id) => ({ id, exclude: true })), removed: [...unblocked] },
    }),
  };
}

/** Targets in words, to show what somebody else changed. */
export const factsOf = ({ name, status, targeting: { geos, excludedGeos, nativeLists } }: LineFound) => ({
  name,
  status,
  places: geos,
  excluded: excludedGeos,
  blocked: nativeLists,
});
