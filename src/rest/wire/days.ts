import { formatInstant, isDay, isInRange, parseInstant } from '../../platform/time/instant.ts';
import { boundsOfDay, localDayOf } from '../../platform/time/local-day.ts';

/** Plain dates of a period: a start is the first second of its day, an end the last. */
export type Bound = 'first' | 'last';

/** Converts a plain date to an instant in a zone. Anything else is not changed. */
export function dayToInstant(day: unknown, bound: Bound, zone: string): unknown {
  if (!isDay(day)) return day;
  // Years with more than four digits are not valid dates, so they are not converted.
  return isInRange(day) ? formatInstant(boundsOfDay(day, zone)[bound]) : `${day}T00:00:00Z`;
}

/** Returns a period as plain dates if it begins at the start of a day and ends at the end of one, else as instants. */
export function periodToWire(
  { start, end }: { start: Date | null; end: Date | null },
  zone: string,
): { start: string | null; end: string | null } {
  const days = { start: start && localDayOf(start, zone), end: end && localDayOf(end, zone) };
  const isWhole =
    (!start || !days.start || boundsOfDay(days.start, zone).first.getTime() === start.getTime()) &&
    (!end || !days.end || boundsOfDay(days.end, zone).last.getTime() === end.getTime());
  return isWhole ? days : { start: start && formatInstant(start), end: end && formatInstant(end) };
}

/**
 * Returns whether a date means the one that was answered. Clients that read an instant write its date without the time.
 */
export function isSameDate(sent: unknown, answered: string | null): boolean {
  if (answered === null || typeof sent !== 'string') return false;
  return (
    sent === answered ||
    (isDay(sent) && sent === answered.slice(0, sent.length)) ||
    isSameMoment(sent, answered)
  );
}

const isSameMoment = (sent: string, answered: string): boolean => {
  const [a, b] = [parseInstant(sent), parseInstant(answered)];
  return a !== undefined && a.getTime() === b?.getTime();
};
