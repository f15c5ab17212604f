import {
  addSums,
  figureOf,
  METRICS,
  type MetricName,
  type Sum,
  sumsOf,
} from '../../parts/figures/metrics.ts';
import type { Row } from './resource.ts';

type Delivery = Row['now'];
const AMOUNTS: readonly Sum[] = ['spend', 'conversionValue'];

/** The currency that all amounts are in; undefined for several. */
export function currencyOf(deliveries: readonly Delivery[]): string | undefined {
  const [first, ...others] = new Set(deliveries.map(({ spend }) => spend.currency));
  return others.length === 0 ? first : undefined;
}

/** Whether figures of rows make one together: amounts of several currencies do not. */
export function addsUp(metric: MetricName, deliveries: readonly Delivery[]): boolean {
  const { sum, over }: { sum: Sum; over?: Sum } = METRICS[metric];
  return currencyOf(deliveries) !== undefined || ![sum, over].some((each) => each && AMOUNTS.includes(each));
}

/** Several rows as one: sums are added, ratios follow from them. Null where they do not add up. */
export const totalOf = (metric: MetricName, deliveries: readonly Delivery[]): number | null =>
  addsUp(metric, deliveries) ? figureOf(metric, addSums(deliveries.map(sumsOf))) : null;

/** The share that rows have of the whole; null where it is spent in another currency, or nothing is. */
export function shareOf(deliveries: readonly Delivery[], whole: Delivery | undefined): number | null {
  if (!whole || currencyOf([...deliveries, whole]) === undefined || Number(whole.spend.amount) === 0)
    return null;
  return (totalOf('SPEND', deliveries) ?? 0) / Number(whole.spend.amount);
}

interface Changed {
  readonly share: number;
  readonly tone: 'up' | 'down' | undefined;
}
/** Changes below this are not coloured: they say nothing. */
const TELLING = 0.005;

/** What became of a figure; undefined where there was none. */
export function changeOf(now: number, before: number | undefined): Changed | undefined {
  if (!before) return undefined;
  const share = now / before - 1;
  return { share, tone: Math.abs(share) < TELLING ? undefined : share > 0 ? 'up' : 'down' };
}
