/** The numbers of a report's payload in words; the interface document has no names to ask for. */
export const RANGES = {
  1: 'Today',
  2: 'Yesterday',
  3: 'This week',
  4: 'Last 7 days',
  5: 'Last week',
  6: 'Last 14 days',
  7: 'Month to date',
  8: 'Last 30 days',
  9: 'Last month',
  10: 'All time',
  11: 'Chosen days',
} as const;
/** The range that has a first and a last day of its own. */
export const CHOSEN_DAYS = 11;
export const INTERVALS = { 1: 'In all', 5: 'By hour', 2: 'By day', 4: 'By week', 3: 'By month' } as const;
export const CURRENCIES = {
  4: 'US dollars',
  1: 'Currency of the seat',
  2: 'Currency of the advertiser',
} as const;
/** Bidding metrics need it. */
export const BIDDING = 15;

const nameIn = (names: Readonly<Record<number, string>>, id: unknown): string | undefined =>
  names[Number(id)];

/** What a report is about: `Last 7 days, by day`. */
export function nameOf(payload: unknown): string {
  const { dateTypeId, intervalTypeId, startDate, endDate } = (payload ?? {}) as Record<string, unknown>;
  const range =
    Number(dateTypeId) === CHOSEN_DAYS
      ? `${String(startDate).slice(0, 10)} to ${String(endDate).slice(0, 10)}`
      : (nameIn(RANGES, dateTypeId) ?? 'Report');
  const interval = nameIn(INTERVALS, intervalTypeId)?.toLowerCase();
  return interval ? `${range}, ${interval}` : range;
}

/** How many of a report's last columns are metrics, and whether its first one is a time over which they can be plotted. */
export function metricsOf(payload: unknown): { metricCount: number; isCourse: boolean } {
  const { intervalTypeId, reportOption } = (payload ?? {}) as Record<string, unknown>;
  const { metricTypeIds } = (reportOption ?? {}) as Record<string, unknown>;
  const metricCount = Array.isArray(metricTypeIds) ? metricTypeIds.length : 0;
  return { metricCount, isCourse: Number(intervalTypeId) !== 1 && metricCount > 0 };
}
