import { Temporal } from 'temporal-polyfill';

/** Returns the first and the last second of a calendar day (`2026-01-31`) in a time zone. */
export function boundsOfDay(day: string, zone: string): { first: Date; last: Date } {
  const date = Temporal.PlainDate.from(day);
  const first = date.toZonedDateTime(zone).epochMilliseconds;
  const next = date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  return { first: new Date(first), last: new Date(next - 1000) };
}

/** Returns the calendar day of a moment in a time zone. */
export const localDayOf = (moment: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
