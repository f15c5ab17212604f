import { csvRow } from './csv.ts';
import type { DimensionKey, MetricKey, ReportPlan } from './report-plan.ts';

/** Where a dimension stands: in the facts (`f`) or with the advertiser (`s`). */
export const DIMENSIONS: Record<DimensionKey, string> = {
  advertiser: 'f.advertiser_id',
  campaign: 'f.campaign_id',
  line: 'f.line_id',
  package: 'f.package_id',
  country: 'f.country',
  ad: 'f.ad_id',
  seat: 's.seat_id',
  group: 's.group_id',
};

/** A metric: a stored sum, or `times` a sum divided by another, without a value where that is zero. */
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
  conversionValue: { sum: 'conversion_value' },
  returnOnAdSpend: { sum: 'conversion_value', over: 'spend' },
  clickRate: { sum: 'clicks', over: 'impressions' },
  costPerMille: { sum: 'spend', over: 'impressions', times: 1000 },
  costPerClick: { sum: 'spend', over: 'clicks' },
  costPerAcquisition: { sum: 'spend', over: 'conversions' },
};

/** The sums that the report's metrics are made of, each once. */
export function sumsOf({ metrics }: ReportPlan): string[] {
  const sums = metrics.flatMap(({ key }) => {
    const { sum, over } = MEASURES[key];
    return over === undefined ? [sum] : [sum, over];
  });
  return [...new Set(sums)];
}

/** The columns that the rows are grouped by: `t` for the time, then `d0`, `d1` and so on. */
export function keysOf({ interval, dimensions }: ReportPlan): string[] {
  return [...(interval === 'cumulative' ? [] : ['t']), ...dimensions.map((_, at) => `d${at}`)];
}

/** The order of the rows, which is one of all columns that they are grouped by. */
export function orderOf(plan: ReportPlan): string[] {
  return [
    ...plan.order.map(({ metric, descending }) => `m${metric} ${descending ? 'DESC' : 'ASC'} NULLS LAST`),
    ...keysOf(plan).map((key) => `${key} ASC NULLS LAST`),
  ];
}

/** The first line of the report, without its end. */
export function headerOf({ interval, dimensions, metrics }: ReportPlan): string {
  return csvRow([
    ...(interval === 'cumulative' ? [] : [interval[0]?.toUpperCase() + interval.slice(1)]),
    ...dimensions.flatMap(({ headings }) => headings),
    ...metrics.map(({ name }) => name),
  ]);
}

/** `+02:00` */
export function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60;
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
