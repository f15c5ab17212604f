import { momentOf, wallTime } from '../../../edit/zoned.ts';
import type { FlightTexts } from './typed-flight.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
/** Of a flight that follows no other. */
const USUAL_DAYS = 30;

/** A day of the calendar in UTC, so that adding days is not subject to changes of the clocks. */
const dayAt = (at: number, zone: string): number =>
  Date.parse(wallTime(new Date(at).toISOString(), zone).slice(0, 10));

const startOf = (day: number, zone: string) => wallIn(day, '00:00:00', zone);
const endOf = (day: number, zone: string) => wallIn(day, '23:59:59', zone);
const wallIn = (day: number, clock: string, zone: string): string =>
  momentOf(`${new Date(day).toISOString().slice(0, 10)}T${clock}`, zone) ?? '';

/** Whole days of the zone, from midnight to the last second. */
const daysFrom = (first: number, days: number, zone: string): FlightTexts => ({
  startDate: startOf(first, zone),
  endDate: endOf(first + (days - 1) * DAY_MS, zone),
});

/** From tomorrow, for 30 days. */
export const firstFlight = (zone: string, now: number): FlightTexts =>
  daysFrom(dayAt(now, zone) + DAY_MS, USUAL_DAYS, zone);

/**
 * Begins on the day after the last flight, with as many days and as much to spend. After a flight that is over, it
 * begins tomorrow.
 */
export function nextFlight(flights: readonly FlightTexts[], zone: string, now: number): FlightTexts {
  const timeOf = (iso: string | undefined) => Date.parse(iso ?? '');
  const [last] = flights.toSorted((one, other) => timeOf(other.endDate) - timeOf(one.endDate));
  const [start, end] = [timeOf(last?.startDate), timeOf(last?.endDate)];
  if (!last || !(end > start)) return firstFlight(zone, now);
  // Midnight belongs to the day before.
  const lastDay = dayAt(end - SECOND_MS, zone);
  const days = (lastDay - dayAt(start, zone)) / DAY_MS + 1;
  return {
    ...daysFrom(Math.max(lastDay, dayAt(now, zone)) + DAY_MS, days, zone),
    ...(last.budget && { budget: last.budget }),
    ...(last.dailyBudget && { dailyBudget: last.dailyBudget }),
  };
}
