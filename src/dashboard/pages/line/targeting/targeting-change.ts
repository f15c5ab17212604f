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
}

export const NOTHING: TargetingChange = { added: [], excluded: [], removed: [], blocked: [], unblocked: [] };

export const toggled = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items.filter((each) => each !== item) : [...items, item];

/** What lines can have in common. */
export interface Targets {
  readonly geos: readonly Place[];
  readonly excludedGeos: readonly Place[];
  readonly nativeLists: readonly { readonly id: string; readonly name: string }[];
  readonly funnelAttributes: readonly Funnel[];
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
