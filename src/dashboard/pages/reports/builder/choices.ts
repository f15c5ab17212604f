import { DateRangePreset, DeliveryInterval, ReportHavingType } from '../../../generated/graphql.ts';
import { andMore, days } from '../../../parts/format.ts';
import { lower, words } from '../../../parts/words.ts';

/** A dimension or a metric of the catalogue. */
export interface Entry {
  readonly id: number;
  readonly name: string;
}

export const idsAndNames = (entries: readonly Entry[]) =>
  entries.map(({ id, name }) => [String(id), name] as const);

/** The ranges of a report's payload by their numbers. Most have a name in the schema. */
export const RANGES: Readonly<Record<number, string>> = {
  1: words(DateRangePreset.Today),
  2: words(DateRangePreset.Yesterday),
  3: words(DateRangePreset.ThisWeek),
  4: words(DateRangePreset.Last_7Days),
  5: words(DateRangePreset.LastWeek),
  6: words(DateRangePreset.Last_14Days),
  7: words(DateRangePreset.MonthToDate),
  8: words(DateRangePreset.Last_30Days),
  9: words(DateRangePreset.LastMonth),
  10001: words(DateRangePreset.Last_90Days),
  10002: words(DateRangePreset.Last_365Days),
  10: words(DateRangePreset.AllTime),
  11: 'Custom',
};
/** The range that has a first and a last day of its own. */
export const CHOSEN_DAYS = 11;
export const by = (interval: DeliveryInterval): string => `By ${lower(words(interval))}`;
export const INTERVALS: Readonly<Record<number, string>> = {
  1: 'Total',
  2: by(DeliveryInterval.Day),
  3: by(DeliveryInterval.Month),
  4: by(DeliveryInterval.Week),
  5: by(DeliveryInterval.Hour),
};
export const CURRENCIES = {
  4: 'US dollars',
  1: 'Seat currency',
  2: 'Advertiser currency',
} as const;
/** All denominations of the contract; the builder offers those above. */
export const DENOMINATIONS: Readonly<Record<number, string>> = { ...CURRENCIES, 3: 'Campaign currency' };
/** Without one, a report is in US dollars. */
export const DEFAULT_CURRENCY = 4;
/** How a metric of a condition is compared. */
export const COMPARISONS = [
  [ReportHavingType.GreaterThan, 'more than'],
  [ReportHavingType.LessThan, 'less than'],
  [ReportHavingType.EqualTo, 'exactly'],
] as const;
/** Bidding metrics need it. */
export const BIDDING = 15;

const nameIn = (names: Readonly<Record<number, string>>, id: unknown): string | undefined =>
  names[Number(id)];

/** Of groups, so many are named. */
const MAX_NAMED = 3;
const STEPS: Readonly<Record<number, string>> = { 2: 'day', 3: 'month', 4: 'week', 5: 'hour' };

/** What a report is about: `By advertiser and day, last 7 days`; without groups `Last 7 days, by day`. */
export function nameOf(payload: unknown, dimensions: readonly Entry[] = []): string {
  const { dateTypeId, intervalTypeId, startDate, endDate, reportOption } = (payload ?? {}) as Record<
    string,
    unknown
  >;
  const range =
    Number(dateTypeId) === CHOSEN_DAYS
      ? days(String(startDate).slice(0, 10), String(endDate).slice(0, 10))
      : (nameIn(RANGES, dateTypeId) ?? 'Report');
  const { dimensionTypeIds } = (reportOption ?? {}) as { readonly dimensionTypeIds?: readonly unknown[] };
  const groups = (dimensionTypeIds ?? []).flatMap((id) => {
    const name = dimensions.find((each) => each.id === Number(id))?.name;
    return name ? [lower(name)] : [];
  });
  if (groups.length === 0) {
    const interval = nameIn(INTERVALS, intervalTypeId)?.toLowerCase();
    return interval ? `${range}, ${interval}` : range;
  }
  const step = nameIn(STEPS, intervalTypeId);
  const shown = Number(dateTypeId) === CHOSEN_DAYS ? range : lower(range);
  return `By ${andMore([...groups, ...(step ? [step] : [])], MAX_NAMED)}, ${shown}`;
}
