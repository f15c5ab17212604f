import {
  type DashboardFunnelFragment,
  type DashboardLineQuery,
  TargetTypeName,
  type UpdateTargetingInput,
} from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import type { LineFound } from './line.tsx';

export type Place = NonNullable<DashboardLineQuery['line']>['targeting']['geos'][number];

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
