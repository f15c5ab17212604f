/** Ranges of whole days in a time zone, as the address names them. */
export const RANGES = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: 'Last 7 days',
  LAST_14_DAYS: 'Last 14 days',
  LAST_30_DAYS: 'Last 30 days',
  MONTH_TO_DATE: 'Month to date',
} as const;
export type RangeName = keyof typeof RANGES;

interface Days {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** `2026-01-31` in the zone. */
export const today = (timeZone: string, now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

/** The days of a range, both ends included; those that end on a full day end yesterday. */
export function daysOf(range: RangeName, day: string): Days {
  const time = timeOf(day);
  const back = (days: number) => isoDay(time - days * DAY_MS);
  switch (range) {
    case 'TODAY':
      return { start: day, end: day };
    case 'YESTERDAY':
      return { start: back(1), end: back(1) };
    case 'LAST_7_DAYS':
      return { start: back(7), end: back(1) };
    case 'LAST_14_DAYS':
      return { start: back(14), end: back(1) };
    case 'LAST_30_DAYS':
      return { start: back(30), end: back(1) };
    case 'MONTH_TO_DATE':
      return { start: `${day.slice(0, 8)}01`, end: day };
  }
}

/** As many days as the range has, directly before it. */
export function daysBefore({ start, end }: Days): Days {
  const length = timeOf(end) - timeOf(start) + DAY_MS;
  return { start: isoDay(timeOf(start) - length), end: isoDay(timeOf(start) - DAY_MS) };
}

/** Every day of a range, since days without facts are left out of an answer. */
export function eachDay({ start, end }: Days): readonly string[] {
  const days: string[] = [];
  for (let time = timeOf(start); time <= timeOf(end); time += DAY_MS) days.push(isoDay(time));
  return days;
}
