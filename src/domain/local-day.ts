import { Temporal } from 'temporal-polyfill';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether the text has the form of a local date: `2026-01-31`. */
export const isLocalDay = (text: unknown): text is string => typeof text === 'string' && DAY.test(text);

/** The first and the last second of a day in a time zone. Undefined for a date that does not exist. */
export function boundsOfDay(day: string, zone: string): { first: Date; last: Date } | undefined {
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' });
    const first = date.toZonedDateTime(zone).epochMilliseconds;
    const next = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
    return { first: new Date(first), last: new Date(next - 1000) };
  } catch {
    return undefined;
  }
}

/** The day of a time zone in which a moment lies. */
export const localDayOf = (moment: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
