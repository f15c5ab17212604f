import { CURRENCIES, isTimeZone } from '../../../resources/define/fields.ts';
import { Problems } from '../../../resources/define/input.ts';

/** Which delivery to read: the days, time zone, currency and interval. */
export interface DeliveryQuery {
  readonly range: DayRange;
  readonly interval: Interval | null;
  /** Default: those of the advertiser. */
  readonly timezone: string | null;
  readonly currency: string | null;
}

export type DayRange =
  | { readonly preset: Preset }
  /** Days, `yyyy-MM-dd`, both inclusive. */
  | { readonly start: string; readonly end: string };

export type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';

/** The first and last day of each preset, as SQL based on today's date. Null means all time. */
export const PRESETS = {
  TODAY: (today: string) => [today, today],
  YESTERDAY: (today: string) => [`${today} - 1`, `${today} - 1`],
  THIS_WEEK: (today: string) => [weekOf(today), today],
  LAST_7_DAYS: (today: string) => [`${today} - 7`, `${today} - 1`],
  LAST_WEEK: (today: string) => [`${weekOf(today)} - 7`, `${weekOf(today)} - 1`],
  LAST_14_DAYS: (today: string) => [`${today} - 14`, `${today} - 1`],
  LAST_30_DAYS: (today: string) => [`${today} - 30`, `${today} - 1`],
  LAST_90_DAYS: (today: string) => [`${today} - 90`, `${today} - 1`],
  LAST_365_DAYS: (today: string) => [`${today} - 365`, `${today} - 1`],
  MONTH_TO_DATE: (today: string) => [monthOf(today), today],
  LAST_MONTH: (today: string) => [monthOf(`(${monthOf(today)} - 1)`), `${monthOf(today)} - 1`],
  ALL_TIME: () => null,
} as const satisfies Record<string, (today: string) => readonly [string, string] | readonly string[] | null>;
export type Preset = keyof typeof PRESETS;

/** SQL: the Monday of the week. */
const weekOf = (day: string) => `date_trunc('week', (${day})::timestamp)::date`;
const monthOf = (day: string) => `date_trunc('month', (${day})::timestamp)::date`;

/** The maximum number of days of a range, and of a range by hour. */
export const MAX_DAYS = 400;
const MAX_DAYS_OF_HOURS = 31;

/** The maximum number of days of each preset. All time is limited by the existing facts. */
const LENGTH: Readonly<Record<Preset, number>> = {
  TODAY: 1,
  YESTERDAY: 1,
  THIS_WEEK: 7,
  LAST_7_DAYS: 7,
  LAST_WEEK: 7,
  LAST_14_DAYS: 14,
  LAST_30_DAYS: 30,
  LAST_90_DAYS: 90,
  LAST_365_DAYS: 365,
  MONTH_TO_DATE: 31,
  LAST_MONTH: 31,
  ALL_TIME: MAX_DAYS,
};

/** Returns the most days that a range can have. */
export function daysOf(range: DayRange): number {
  if ('preset' in range) return LENGTH[range.preset];
  return Math.round((Date.parse(range.end) - Date.parse(range.start)) / 86_400_000) + 1;
}

/** Throws ValidationError with the paths of all invalid values; `at` is the path of the arguments. */
export function checkDeliveryQuery({ range, interval, timezone, currency }: DeliveryQuery, at = ''): void {
  const problems = new Problems();
  const days = daysOf(range);
  if ('start' in range && days < 1) problems.add(`${at}range.between.start`, 'must not be after end');
  if ('start' in range && days > MAX_DAYS)
    problems.add(`${at}range.between`, `must not be longer than ${MAX_DAYS} days`);
  if (interval === 'HOUR' && days > MAX_DAYS_OF_HOURS)
    problems.add(`${at}interval`, `cannot be HOUR for a range of more than ${MAX_DAYS_OF_HOURS} days`);
  if (timezone !== null && !isTimeZone(timezone)) problems.add(`${at}timezone`, 'must be an IANA time zone');
  if (currency !== null && !CURRENCIES.has(currency))
    problems.add(`${at}currency`, 'must be an ISO 4217 currency code');
  problems.throwIfAny();
}
