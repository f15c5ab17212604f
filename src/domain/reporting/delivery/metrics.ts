import { isKeyOf, keysOf } from '../../../platform/text/typed.ts';

/** The metrics that rows can be ordered by, with the measures that they are computed from. */
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

/** Returns the measures that a metric is computed from, with their columns in the roll-up. */
export const measuresOfMetric = (metric: Metric): { name: Measure; column: string }[] =>
  METRICS[metric].map((name) => ({
    name,
    column: name === 'conversionValue' ? 'conversion_value' : name,
  }));

/** A sum over facts; `newest` is the last hour that has any of delivery. */
export type Measure = (typeof METRICS)[Metric][number] | 'newest';
export type Measures<F extends Measure = Measure> = ReadonlySet<F>;
export const ALL_MEASURES: Measures = new Set([...Object.values(METRICS).flat(), 'newest']);

/** Returns the measures that a field of delivery needs. The field is the name of a metric, or `asOf`. */
export function measuresOfField(field: string): readonly Measure[] {
  if (field === 'asOf') return ['newest'];
  const metric = field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return isKeyOf(METRICS, metric) ? METRICS[metric] : [];
}

/** Returns whether a metric is a sum. Without facts, a sum is 0 and a ratio is null. */
export const isSum = (metric: Metric): boolean => METRICS[metric].length === 1;

/** SQL: the metric of a row of measures; null for a ratio without a denominator. */
export function metricSql(metric: Metric, row: string): string {
  const [numerator, denominator]: readonly [string, string?] = METRICS[metric];
  const value = (name: string) => `${row}."${name}"::numeric`;
  return denominator === undefined
    ? value(numerator)
    : `${value(numerator)} / nullif(${value(denominator)}, 0)`;
}
