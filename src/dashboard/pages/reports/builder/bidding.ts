import type { Entry } from './choices.ts';
import { measureOf } from './measures.ts';

/** Only bidding data has them. */
const BID_ONLY: ReadonlySet<number> = new Set([173, 254, 583, 584]);
/** What bidding data has: impressions and its own measures, by advertiser, campaign, line and package. */
const IN_BIDDING = {
  metrics: new Set([1, ...BID_ONLY]),
  dimensions: new Set([4, 5, 6, 149]),
} as const;

export const isBidOnly = (metric: number): boolean => BID_ONLY.has(metric);
/** Whether a measure or a group can be chosen together with bidding data, or without it. */
export const isOffered = (kind: keyof typeof IN_BIDDING, id: number, isBidding: boolean): boolean =>
  isBidding ? IN_BIDDING[kind].has(id) : kind === 'dimensions' || !BID_ONLY.has(id);

interface Chosen {
  readonly isBidding: boolean;
  readonly metrics: readonly number[];
  readonly dimensions: readonly number[];
}

/** The switch with what it leaves of the choices. Something is always measured. */
export function withBidding(chosen: Chosen, isBidding: boolean): Chosen {
  const metrics = chosen.metrics.filter((id) => isOffered('metrics', id, isBidding));
  return {
    isBidding,
    metrics: metrics.length > 0 ? metrics : [1],
    dimensions: chosen.dimensions.filter((id) => isOffered('dimensions', id, isBidding)),
  };
}

/** What is chosen and has no data, such as by an old address. */
export const notOffered = ({ isBidding, metrics, dimensions }: Chosen): boolean =>
  metrics.some((id) => !isOffered('metrics', id, isBidding)) ||
  dimensions.some((id) => !isOffered('dimensions', id, isBidding));

export interface MetricGroup {
  readonly name: string;
  readonly metrics: readonly Entry[];
}

/** The measures by what they are about; those of bidding have a switch of their own. */
export function groupsOf(metrics: readonly Entry[]): readonly MetricGroup[] {
  const groups = ['Delivery', 'Rates and costs', 'Conversions', 'Bidding'].map((name) => ({
    name,
    metrics: metrics.filter(({ id }) => groupOf(id) === name),
  }));
  return groups.filter((group) => group.metrics.length > 0);
}

function groupOf(id: number): string {
  if (isBidOnly(id)) return 'Bidding';
  const { hasConversions, ratio } = measureOf(id);
  if (hasConversions) return 'Conversions';
  return ratio ? 'Rates and costs' : 'Delivery';
}
