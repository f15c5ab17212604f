import {
  type DashboardFunnelFragment,
  type DashboardLineQuery,
  TargetTypeName,
  type UpdateTargetingInput,
} from '../../../generated/graphql.ts';
import { counted } from '../../../parts/format.ts';

type LineFound = NonNullable<DashboardLineQuery['line']>;

export type Place = LineFound['targeting']['geos'][number];

export type Funnel = DashboardFunnelFragment;

/** What was chosen, and not saved yet. */
export interface TargetingChange {
  readonly added: readonly Place[];
  readonly excluded: readonly Place[];
  /** WOEIDs of stored places. */
  readonly removed: readonly number[];
  readonly blocked: readonly string[];
  readonly unblocked: readonly string[];
  /** All product funnels of the line; undefined while they were not touched. */
  readonly funnels?: readonly Funnel[];
  /** What stands in the search for places, and is no place yet. */
  readonly placeText?: string;
}

export const NOTHING: TargetingChange = { added: [], excluded: [], removed: [], blocked: [], unblocked: [] };

export const toggled = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items.filter((each) => each !== item) : [...items, item];

/** Text in the search for places that was not chosen from is neither saved nor dropped. */
export const placeIssue = ({ placeText = '' }: TargetingChange): ReadonlyMap<string, string> =>
  new Map(placeText.trim() === '' ? [] : [['placeText', unchosenText(placeText)]]);

export const unchosenText = (text: string): string =>
  `“${text.trim()}” is not a place yet: choose one below the field, or clear it.`;

/** What lines can have in common. */
export interface Targets {
  readonly geos: readonly Place[];
  readonly excludedGeos: readonly Place[];
  readonly nativeLists: readonly { readonly id: string; readonly name: string }[];
  readonly funnelAttributes: readonly Funnel[];
}

/** A line that is not there yet. */
export const NO_TARGETS: Targets = { geos: [], excludedGeos: [], nativeLists: [], funnelAttributes: [] };

/** The targets after a change; the lists that are newly blocked are named by `lists`. */
export function changedTargets(
  stored: Targets,
  change: TargetingChange,
  lists: Targets['nativeLists'],
): Targets {
  const { added, excluded, removed, blocked, unblocked, funnels } = change;
  const touched = new Set([...woeids([...added, ...excluded]), ...removed]);
  const kept = (places: readonly Place[]) => places.filter(({ woeid }) => !touched.has(woeid));
  return {
    geos: [...kept(stored.geos), ...added],
    excludedGeos: [...kept(stored.excludedGeos), ...excluded],
    nativeLists: [
      ...stored.nativeLists.filter(({ id }) => !unblocked.includes(id)),
      ...lists.filter(({ id }) => blocked.includes(id)),
    ],
    funnelAttributes: funnels ?? stored.funnelAttributes,
  };
}

/** What gives a line the targets of another one, and takes away what that one does not have. */
export function copyOf(from: Targets, to: Targets): TargetingChange {
  const missing = (side: 'geos' | 'excludedGeos') =>
    from[side].filter(({ woeid }) => to[side].every((place) => place.woeid !== woeid));
  const kept = new Set(woeids([...from.geos, ...from.excludedGeos]));
  const listsOf = ({ nativeLists }: Targets) => nativeLists.map(({ id }) => id);
  const [wantedLists, listsThere] = [listsOf(from), listsOf(to)];
  return {
    added: missing('geos'),
    excluded: missing('excludedGeos'),
    removed: woeids([...to.geos, ...to.excludedGeos]).filter((woeid) => !kept.has(woeid)),
    blocked: wantedLists.filter((id) => !listsThere.includes(id)),
    unblocked: listsThere.filter((id) => !wantedLists.includes(id)),
    ...(JSON.stringify(from.funnelAttributes) !== JSON.stringify(to.funnelAttributes) && {
      funnels: from.funnelAttributes,
    }),
  };
}

const woeids = (places: readonly Place[]) => places.map(({ woeid }) => woeid);

export const inputOf = (change: TargetingChange, { id, updatedAt }: LineFound): UpdateTargetingInput =>
  targetingInput(change, { lineId: id, updatedAt });

/** Only what was touched: naming a block turns its type on. */
export function targetingInput(
  change: TargetingChange,
  line: Pick<UpdateTargetingInput, 'lineId' | 'updatedAt'>,
): UpdateTargetingInput {
  const { added, excluded, removed, blocked, unblocked, funnels } = change;
  return {
    ...line,
    ...(added.length + excluded.length + removed.length > 0 && {
      geos: { added: woeids(added), excluded: woeids(excluded), removed: [...removed] },
    }),
    ...(blocked.length + unblocked.length > 0 && {
      nativeLists: { added: blocked.map((id) => ({ id, exclude: true })), removed: [...unblocked] },
    }),
    ...(funnels && {
      funnelAttributes: funnels.map(({ productSetId, ...funnel }) => ({
        ...funnel,
        productSetId: String(productSetId),
      })),
      types: [{ name: TargetTypeName.TargetProductFunnel, isTargeted: funnels.length > 0 }],
    }),
  };
}

/** Targets in words, to show what somebody else changed. */
export const factsOf = ({
  name,
  status,
  targeting: { geos, excludedGeos, nativeLists, funnelAttributes },
}: LineFound) => ({
  name,
  status,
  places: geos,
  excluded: excludedGeos,
  blocked: nativeLists,
  funnels: funnelAttributes,
});

/** What people did with a product, by the step of the funnel. */
export const DID: Readonly<Record<Funnel['funnelType'], string>> = {
  ViewProduct: 'Viewed',
  AddToCart: 'Put into the cart',
  Purchase: 'Bought',
};

/** `Viewed Shoes, last 30 days`. */
export const funnelText = ({ funnelType, productSetId, lookBack }: Funnel, name?: string): string =>
  `${DID[funnelType]} ${name ?? `product set ${productSetId}`}, last ${counted(lookBack, 'day')}`;
