import { serviceNow } from '../service-clock.ts';

/** Ranges of whole days in a time zone, as the address names them. */
export const RANGES = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_WEEK',
  'LAST_14_DAYS',
  'LAST_30_DAYS',
  'MONTH_TO_DATE',
  'LAST_MONTH',
  'LAST_90_DAYS',
  'LAST_365_DAYS',
] as const;
export type RangeName = (typeof RANGES)[number];

export interface Days {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;
const isoDay = (time: number): string =>
  Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** One for each zone, since every point of a plot is asked for its day. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** `2026-01-31` in the zone. */
export function today(timeZone: string, now = serviceNow()): string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, calendar);
  return calendar.format(now);
}

/** The days of a range, both ends included; those that end on a full day end yesterday. */
export function daysOf(range: RangeName, day: string): Days {
  const time = timeOf(day);
  const back = (days: number) => isoDay(time - days * DAY_MS);
  const month = `${day.slice(0, 8)}01`;
  switch (range) {
    case 'TODAY':
      return { start: day, end: day };
    case 'YESTERDAY':
      return { start: back(1), end: back(1) };
    case 'LAST_7_DAYS':
      return { start: back(7), end: back(1) };
    case 'LAST_WEEK': {
      const end = isoDay(timeOf(startOf(day, 'WEEK')) - DAY_MS);
      return { start: startOf(end, 'WEEK'), end };
    }
    case 'LAST_14_DAYS':
      return { start: back(14), end: back(1) };
    case 'LAST_30_DAYS':
      return { start: back(30), end: back(1) };
    case 'LAST_90_DAYS':
      return { start: back(90), end: back(1) };
    case 'LAST_365_DAYS':
      return { start: back(365), end: back(1) };
    case 'MONTH_TO_DATE':
      return { start: month, end: day };
    case 'LAST_MONTH': {
      const end = isoDay(timeOf(month) - DAY_MS);
      return { start: `${end.slice(0, 8)}01`, end };
    }
  }
}

/** What the service answers at once. */
export const MAX_DAYS = 400;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isoDay(timeOf(text)) === text;

/** Why days cannot be asked for; undefined where they can. */
export function wrongWith({ start, end }: Days): string | undefined {
  if (!isDay(start) || !isDay(end)) return 'These days are not in any calendar.';
  if (start > end) return 'The first day is after the last.';
  return lengthOf({ start, end }) > MAX_DAYS ? `Choose ${MAX_DAYS} days or fewer.` : undefined;
}

export const lengthOf = ({ start, end }: Days): number => (timeOf(end) - timeOf(start)) / DAY_MS + 1;

export const addDays = (day: string, days: number): string => isoDay(timeOf(day) + days * DAY_MS);

/** The first day of the week or month that a day is in; weeks begin on Monday. */
export function startOf(day: string, interval: 'WEEK' | 'MONTH'): string {
  if (interval === 'MONTH') return `${day.slice(0, 8)}01`;
  const weekday = (new Date(timeOf(day)).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}
