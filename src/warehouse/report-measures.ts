import { csvRow } from './csv.ts';
import type { DerivedKey, DimensionKey, MetricKey, ReportPlan } from './report-plan.ts';

/** The SQL of each dimension: in the facts (`f`), with the advertiser (`s`), or in the table of a derived one. */
export const DIMENSIONS: Record<DimensionKey, string> = {
  advertiser: 'f.advertiser_id',
  campaign: 'f.campaign_id',
  line: 'f.line_id',
  package: 'f.package_id',
  country: 'f.country',
  ad: 'f.ad_id',
  seat: 's.seat_id',
  group: 's.group_id',
  creative: 'of_creative.value',
  lineType: 'of_line_type.value',
};

/** The table of each derived dimension, with the columns `id` and `value`, and the column of the facts that `id` is. */
export const DERIVED: Record<DerivedKey, { table: string; column: string }> = {
  creative: { table: 'of_creative', column: 'ad_id' },
  lineType: { table: 'of_line_type', column: 'line_id' },
};

/** Joins the tables of derived dimensions to the facts. Facts without a value keep their row. */
export const derivedJoins = ({ derived }: ReportPlan): string =>
  derived
    .map(
      ({ key }) => ` LEFT JOIN ${DERIVED[key].table} ON f.${DERIVED[key].column} = ${DERIVED[key].table}.id`,
    )
    .join('');

/** Returns whether the IDs of a dimension are words, such as country codes, and not numbers. */
export const hasTextIds = (key: DimensionKey): boolean => key === 'country' || key === 'lineType';

/** A metric: a stored sum, or `times` a sum divided by another. It has no value where the divisor is zero. */
interface Measure {
  sum: string;
  over?: string;
  times?: number;
}

export const MEASURES: Record<MetricKey, Measure> = {
  impressions: { sum: 'impressions' },
  clicks: { sum: 'clicks' },
  spend: { sum: 'spend' },
  qualifiedBidRequests: { sum: 'qualified_bid_requests' },
  bidResponses: { sum: 'bid_responses' },
  availableBidRequests: { sum: 'available_bid_requests' },
  winRate: { sum: 'impressions', over: 'bid_responses' },
  conversions: { sum: 'conversions' },
  // Conversions are attributed by the ID of a click, and in no other way.
  clickThroughConversions: { sum: 'conversions' },
  conversionValue: { sum: 'conversion_value' },
  returnOnAdSpend: { sum: 'conversion_value', over: 'spend' },
  clickRate: { sum: 'clicks', over: 'impressions' },
  costPerMille: { sum: 'spend', over: 'impressions', times: 1000 },
  costPerClick: { sum: 'spend', over: 'clicks' },
  costPerAcquisition: { sum: 'spend', over: 'conversions' },
};

/** Returns the sums that the report's metrics are computed from, each once. */
export function sumsOf({ metrics }: ReportPlan): string[] {
  const sums = metrics.flatMap(({ key }) => {
    const { sum, over } = MEASURES[key];
    return over === undefined ? [sum] : [sum, over];
  });
  return [...new Set(sums)];
}

/** Returns the columns that the rows are grouped by: `t` for the time, then `d0`, `d1` and so on. */
export function keysOf({ interval, dimensions }: ReportPlan): string[] {
  return [...(interval === 'cumulative' ? [] : ['t']), ...dimensions.map((_, at) => `d${at}`)];
}

/** Returns the order of the rows. It includes all grouping columns, so it is unambiguous. */
export function orderOf(plan: ReportPlan): string[] {
  return [
    ...plan.order.map(({ metric, descending }) => `m${metric} ${descending ? 'DESC' : 'ASC'} NULLS LAST`),
    ...keysOf(plan).map((key) => `${key} ASC NULLS LAST`),
  ];
}

/** Returns the first line of the report, without a line break. */
export function headerOf({ interval, dimensions, metrics }: ReportPlan): string {
  return csvRow([
    ...(interval === 'cumulative' ? [] : [interval[0]?.toUpperCase() + interval.slice(1)]),
    ...dimensions.flatMap(({ headings }) => headings),
    ...metrics.map(({ name }) => name),
  ]);
}

/** Returns an offset such as `+02:00`. */
export function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
