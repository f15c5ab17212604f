import { momentOf, wallTime } from '../../edit/zoned.ts';
import { serviceNow } from '../service-clock.ts';
import { addDays, type Days, lengthOf } from './days.ts';
import { startOfDay } from './zone.ts';

/** What a range can be compared with, as the address names it. */
export const COMPARISONS = ['previous', 'weekdays', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  previous: 'Previous days',
  weekdays: 'Same weekdays',
  year: 'Last year',
  none: 'No comparison',
};

/** The days that a range is compared with, as many as it has; undefined for none. */
export function comparedDays(days: Days, comparison: Comparison): Days | undefined {
  const length = lengthOf(days);
  const back = (count: number): Days => ({
    start: addDays(days.start, -count),
    end: addDays(days.end, -count),
  });
  switch (comparison) {
    case 'none':
      return undefined;
    case 'previous':
      return back(length);
    case 'weekdays':
      return back(Math.ceil(length / 7) * 7);
    case 'year': {
      const start = yearBefore(days.start);
      return { start, end: addDays(start, length - 1) };
    }
  }
}

/** February 29 is compared with February 28. */
const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.endsWith('-02-29') ? '-02-28' : day.slice(4)}`;

/** Data that are older than this are not late: nothing was delivered since. */
const LATE_MS = 24 * 3_600_000;

/** The moment within a range up to which its data are complete; undefined where they reach its end. */
export function untilOf(options: {
  readonly days: Days;
  readonly timeZone: string;
  /** The end of the newest hour that has data. */
  readonly asOf: string | null | undefined;
  readonly now?: number;
}): string | undefined {
  const { days, timeZone, asOf, now = serviceNow() } = options;
  const end = startOfDay(addDays(days.end, 1), timeZone);
  const newest = asOf ? Date.parse(asOf) : Number.NaN;
  const until = newest > now - LATE_MS ? newest : Math.min(now, end);
  return until < end ? new Date(until).toISOString() : undefined;
}

/** The same moment of the compared range: as many days and hours after its start, by the clock of the zone. */
export function comparedUntil(options: {
  readonly until: string;
  readonly days: Days;
  readonly compared: Days;
  readonly timeZone: string;
}): string {
  const { until, days, compared, timeZone } = options;
  const [day = '', time = ''] = wallTime(until, timeZone).split('T');
  const after = lengthOf({ start: days.start, end: day }) - 1;
  return momentOf(`${addDays(compared.start, after)}T${time}`, timeZone) ?? until;
}
