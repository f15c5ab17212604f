import { keysOf } from '../typed.ts';

/** What rows can be ordered by, as SQL over their figures. */
const METRICS = {
  IMPRESSIONS: ['impressions'],
  CLICKS: ['clicks'],
  SPEND: ['spend'],
  CONVERSIONS: ['conversions'],
  CONVERSION_VALUE: ['conversionValue'],
  CTR: ['clicks', 'impressions'],
  CPM: ['spend', 'impressions'],
  CPC: ['spend', 'clicks'],
  CPA: ['spend', 'conversions'],
  RETURN_ON_AD_SPEND: ['conversionValue', 'spend'],
} as const satisfies Record<string, readonly [string, string?]>;
export type Metric = keyof typeof METRICS;
export const METRIC_NAMES = keysOf(METRICS);

/** The figures that a metric is computed from, and their columns in the roll-up. */
export const figuresOfMetric = (metric: Metric): { name: string; column: string }[] =>
  METRICS[metric].map((name) => ({
    name,
    column: name === 'conversionValue' ? 'conversion_value' : name,
  }));

/** The metric of a row of figures; null for a ratio without a denominator. */
export function metricSql(metric: Metric, row: string): string {
  const [numerator, denominator]: readonly [string, string?] = METRICS[metric];
  const value = (name: string) => `${row}."${name}"::numeric`;
  return denominator === undefined
    ? value(numerator)
    : `${value(numerator)} / nullif(${value(denominator)}, 0)`;
}
