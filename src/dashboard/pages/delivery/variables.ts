import { type Comparison, comparedDays } from '../../parts/period/comparison.ts';
import { addDays, type Days, lengthOf } from '../../parts/period/days.ts';
import { intervalOf } from '../../parts/period/steps.ts';

/** What tiles and plot of a range ask for. Steps of several days are made of days, since they begin where the range does. */
export function courseVariables(options: {
  readonly days: Days;
  readonly comparison: Comparison;
  /** The current day in the zone. */
  readonly today: string;
  readonly timezone: string;
}) {
  const { days, comparison, today, timezone } = options;
  const compared = comparedDays(days, comparison);
  const isOpen = compared !== undefined && days.start <= today && today <= days.end;
  // Facts can be a few hours late, so that the newest are those of yesterday.
  const yesterday = addDays(today, -1);
  const last = { start: yesterday < days.start ? days.start : yesterday, end: today };
  const before = compared ?? days;
  const offset = lengthOf({ start: before.start, end: days.start }) - 1;
  return {
    range: { between: days },
    before: { between: before },
    lastDays: { between: last },
    lastDaysBefore: { between: { start: addDays(last.start, -offset), end: addDays(last.end, -offset) } },
    interval: intervalOf(days) === 'HOUR' ? ('HOUR' as const) : ('DAY' as const),
    isOpen,
    isCompared: compared !== undefined,
    timezone,
  };
}

interface Asked {
  readonly range: unknown;
  readonly before: unknown;
  readonly timezone: unknown;
  readonly id?: unknown;
  readonly currency?: unknown;
}

/** Whether figures that were asked for may stand where others are shown: only with the same dates, zone and currency. */
export const sameCourse = (shown: Asked, asked: Asked): boolean =>
  JSON.stringify(ofCourse(shown)) === JSON.stringify(ofCourse(asked));

const ofCourse = ({ id, range, before, timezone, currency }: Asked) => [
  id,
  range,
  before,
  timezone,
  currency,
];
