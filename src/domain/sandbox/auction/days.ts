import { Temporal } from 'temporal-polyfill';

export const HOUR_MS = 3_600_000;

/** A day of a time zone, in milliseconds since the epoch. */
export interface Day {
  /** `2026-01-31` */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** 0 is Monday. */
  readonly weekday: number;
  /** When the clocks would show midnight. Where they skip midnight, the day begins later than this. */
  readonly midnight: number;
  /** When clocks change within the day, and by how much. */
  readonly change: { readonly at: number; readonly by: number } | undefined;
}

/** Returns the days of a zone that have an hour from `from` to `to`, in order. */
export function daysOf(zone: string, from: number, to: number): Day[] {
  const days: Day[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).startOfDay();
  while (at.epochMilliseconds < to) {
    const next = at.add({ days: 1 }).startOfDay();
    days.push({
      name: at.toPlainDate().toString(),
      start: at.epochMilliseconds,
      end: next.epochMilliseconds,
      weekday: at.dayOfWeek - 1,
      midnight: at.epochMilliseconds - at.toPlainTime().since('00:00').total('milliseconds'),
      change: at.hoursInDay === 24 ? undefined : changeWithin(at, next),
    });
    at = next;
  }
  return days;
}

function changeWithin(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Day['change'] {
  const change = from.getTimeZoneTransition('next');
  if (!change || change.epochMilliseconds >= to.epochMilliseconds) return undefined;
  return { at: change.epochMilliseconds, by: (change.offsetNanoseconds - from.offsetNanoseconds) / 1e6 };
}

/**
 * Returns the hour of the week in the zone; Monday 0:00 is 0. On a day on which clocks change, an hour is missing or
 * occurs twice.
 */
export function hourOfWeek({ weekday, midnight, change }: Day, hour: number): number {
  const shift = change && hour >= change.at ? change.by : 0;
  return weekday * 24 + Math.floor((hour - midnight + shift) / HOUR_MS);
}

/** Returns the first full hour at or after a time. */
export const nextHour = (at: number): number => Math.ceil(at / HOUR_MS) * HOUR_MS;

export const fullHour = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** A period in milliseconds since the epoch. The end is exclusive. */
export type Period = readonly [start: number, end: number];

/** Merges overlapping and adjoining periods, and sorts them. */
export function union(periods: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const [start, end] of [...periods].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

/** Returns how many hours begin in the periods, from `from` (inclusive) to `to` (exclusive). */
export function countHours(periods: readonly Period[], from: number, to: number): number {
  let count = 0;
  for (const [start, end] of periods) {
    const hours = nextHour(Math.min(end, to)) - nextHour(Math.max(start, from));
    if (hours > 0) count += hours / HOUR_MS;
  }
  return count;
}

export const covers = (periods: readonly Period[], at: number): boolean =>
  periods.some(([start, end]) => start <= at && at < end);
