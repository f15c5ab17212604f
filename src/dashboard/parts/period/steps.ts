import { wallTime } from '../../edit/zoned.ts';
import { addDays, type Days, lengthOf, startOf } from './days.ts';
import { startOfDay } from './zone.ts';

export type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';

/** A step of a plot. Days are inclusive; an hour has the moment at which it begins. */
export interface Step extends Days {
  readonly hour?: string;
  /** The first day of the step before the range cuts it. */
  readonly whole?: string;
  /** Days of a step that the range cuts: `1` of `7`. */
  readonly cut?: { readonly days: number; readonly of: number };
  /** The step has data until this moment only. */
  readonly until?: string;
  /** The step has not begun. */
  readonly isAhead?: boolean;
}

/** Ranges up to this length are plotted by day; longer ones by seven days, because a plot has no room for more points. */
const MAX_DAYS_BY_DAY = 120;
const WEEK = 7;
const HOUR_MS = 3_600_000;

export function intervalOf(days: Days): Interval {
  const length = lengthOf(days);
  if (length === 1) return 'HOUR';
  return length <= MAX_DAYS_BY_DAY ? 'DAY' : 'WEEK';
}

/**
 * The steps of a range of a page. Weeks begin at the range's first day, so that a range and the one it is compared with
 * are cut alike. `until` is the moment up to which there are data.
 */
export const stepsOf = (days: Days, timeZone: string, until?: string): readonly Step[] => {
  const interval = intervalOf(days);
  return interval === 'HOUR'
    ? hoursOf(days, timeZone, until)
    : spansOf(days, interval, timeZone, until, days.start);
};

/** The steps of a report: its weeks begin on Monday and its months on the first, so that the range can cut them. */
export const calendarSteps = (
  days: Days,
  interval: Interval,
  timeZone: string,
  until?: string,
): readonly Step[] => {
  if (interval === 'HOUR') return hoursOf(days, timeZone, until);
  const first = interval === 'DAY' ? days.start : startOf(days.start, interval);
  return spansOf(days, interval, timeZone, until, first);
};

function withProgress(step: Step, [from, to]: readonly [number, number], until: string | undefined): Step {
  if (until === undefined) return step;
  const cutoff = Date.parse(until);
  if (from >= cutoff) return { ...step, isAhead: true };
  return cutoff < to ? { ...step, until } : step;
}

function hoursOf(days: Days, timeZone: string, until: string | undefined): readonly Step[] {
  const [from, to] = [startOfDay(days.start, timeZone), startOfDay(addDays(days.end, 1), timeZone)];
  return Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, hour) => {
    const start = from + hour * HOUR_MS;
    const iso = new Date(start).toISOString();
    const day = wallTime(iso, timeZone).slice(0, 10);
    return withProgress({ start: day, end: day, hour: iso }, [start, start + HOUR_MS], until);
  });
}

/** Steps of one or more days. The range cuts those that begin before it or end after it. */
function spansOf(
  days: Days,
  interval: Exclude<Interval, 'HOUR'>,
  timeZone: string,
  until: string | undefined,
  first: string,
): readonly Step[] {
  const after = (start: string) =>
    interval === 'MONTH'
      ? startOf(addDays(start, 31), 'MONTH')
      : addDays(start, interval === 'WEEK' ? WEEK : 1);
  const steps: Step[] = [];
  for (let whole = first; whole <= days.end; whole = after(whole)) {
    const last = addDays(after(whole), -1);
    const start = whole < days.start ? days.start : whole;
    const end = last < days.end ? last : days.end;
    const [length, of] = [lengthOf({ start, end }), lengthOf({ start: whole, end: last })];
    const step = { start, end, whole, ...(length < of && { cut: { days: length, of } }) };
    steps.push(
      withProgress(step, [startOfDay(start, timeZone), startOfDay(addDays(end, 1), timeZone)], until),
    );
  }
  return steps;
}

/** Which step each point belongs to. A point is an hour or a day, named by the moment at which it begins. */
export function stepFinder(steps: readonly Step[], timeZone: string): (start: string) => number | undefined {
  const [first] = steps;
  if (first?.hour) {
    const from = Date.parse(first.hour);
    return (start) => Math.floor((Date.parse(start) - from) / HOUR_MS);
  }
  const byDay = new Map(
    steps.flatMap((step, at) =>
      Array.from({ length: lengthOf(step) }, (_, day) => [addDays(step.start, day), at] as const),
    ),
  );
  return (start) => byDay.get(wallTime(start, timeZone).slice(0, 10));
}
