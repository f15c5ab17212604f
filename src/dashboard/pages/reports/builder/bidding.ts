import type { Entry } from './choices.ts';
import { measureOf } from './measures.ts';
import { FIRST_DRAFT, type ReportDraft } from './report-draft.ts';

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

type Chosen = Pick<ReportDraft, 'isBidding' | 'metrics' | 'dimensions' | 'filters' | 'having'>;

const [IMPRESSIONS, ADVERTISER] = [1, 4];
/** In the order in which a bid becomes an impression. */
const OF_BIDDING = [583, 173, 254, IMPRESSIONS, 584];
const USUAL = FIRST_DRAFT.metrics;

const choicesOf = ({ isBidding, metrics, dimensions, filters, having }: Chosen): Chosen => ({
  ...{ isBidding, metrics, dimensions, filters, having },
});

/**
 * The switch with what it makes of the choices: bidding data is measured by its own measures and grouped by something
 * that it has; without it, there is what was chosen before the switch.
 */
export function withBidding(chosen: Chosen, isBidding: boolean, before?: Chosen): Chosen {
  const isOffering = (kind: keyof typeof IN_BIDDING) => (id: number) => isOffered(kind, id, isBidding);
  const metrics = chosen.metrics.filter(isOffering('metrics'));
  if (!isBidding) return { ...choicesOf(before ?? chosen), isBidding, ...(!before && usual(metrics)) };
  const dimensions = chosen.dimensions.filter(isOffering('dimensions'));
  const filters = chosen.filters.filter(({ dimension }) => isOffered('dimensions', dimension, true));
  const having = chosen.having.filter(({ metric }) => isOffered('metrics', metric, true));
  return {
    isBidding,
    metrics: metrics.some(isBidOnly) ? metrics : OF_BIDDING,
    dimensions: dimensions.length > 0 ? dimensions : [ADVERTISER],
    filters: filters.length > 0 ? filters : FIRST_DRAFT.filters,
    having: having.length > 0 ? having : FIRST_DRAFT.having,
  };
}

/** Something is always measured. */
const usual = (metrics: readonly number[]) => ({
  metrics: metrics.some((id) => id !== IMPRESSIONS) ? metrics : USUAL,
});

/** What is chosen and has no data, such as by an old address. */
export const notOffered = ({ isBidding, metrics, dimensions }: Omit<Chosen, 'filters' | 'having'>): boolean =>
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
