import { type Kind, METRICS, type MetricName } from '../../../parts/figures/metrics.ts';
import type { Entry } from './choices.ts';

/** A metric of reports: how it is written, and how it follows from sums. */
export interface Measure {
  readonly id: number;
  /** Its name where delivery has it, too. */
  readonly metric?: MetricName;
  readonly kind: Kind;
  /** A ratio is the sum of one metric over that of another, by their IDs. */
  readonly ratio?: { readonly sum: number; readonly over: number; readonly times?: number };
  /** Counts conversions, which know no country. */
  readonly hasConversions?: boolean;
}

const IDS: Readonly<Record<number, MetricName>> = {
  1: 'IMPRESSIONS',
  10001: 'CLICKS',
  10002: 'SPEND',
  10003: 'CONVERSIONS',
  10004: 'CONVERSION_VALUE',
  10005: 'RETURN_ON_AD_SPEND',
  10006: 'CTR',
  10007: 'CPM',
  10008: 'CPC',
  10009: 'CPA',
};
const [IMPRESSIONS, BID_RESPONSES, WIN_RATE, CLICK_THROUGHS] = [1, 254, 584, 10010];
const idOf = new Map(
  Object.entries(IDS).flatMap(([id, name]) => {
    const metric = METRICS[name];
    return 'over' in metric ? [] : [[metric.sum, Number(id)] as const];
  }),
);

/** A metric that the page does not know is a count. */
export function measureOf(id: number): Measure {
  if (id === WIN_RATE) return { id, kind: 'percent', ratio: { sum: IMPRESSIONS, over: BID_RESPONSES } };
  if (id === CLICK_THROUGHS) return { id, kind: 'count', hasConversions: true };
  const name = IDS[id];
  if (!name) return { id, kind: 'count' };
  const metric = METRICS[name];
  const { kind, sum } = metric;
  const over = 'over' in metric ? metric.over : undefined;
  const hasConversions = [sum, over].some((each) => each === 'conversions' || each === 'conversionValue');
  return {
    ...{ id, metric: name, kind, hasConversions },
    ...(over && {
      ratio: {
        ...{ sum: idOf.get(sum) ?? 0, over: idOf.get(over) ?? 0 },
        ...('times' in metric && { times: metric.times }),
      },
    }),
  };
}

/** The metrics that a ratio lacks in a report to be computed for several rows. */
export const missingFor = ({ ratio }: Measure, measures: readonly Measure[]): readonly number[] =>
  ratio ? [ratio.sum, ratio.over].filter((id) => measures.every((each) => each.id !== id)) : [];

export const namesOf = (ids: readonly number[], metrics: readonly Entry[]): string =>
  ids.map((id) => metrics.find((each) => each.id === id)?.name ?? String(id)).join(' and ');
