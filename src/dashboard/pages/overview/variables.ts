import type { DashboardOverviewQueryVariables } from '../../generated/graphql.ts';
import { type Comparison, comparedDays } from '../../parts/period/comparison.ts';
import { addDays, type Days, lengthOf } from '../../parts/period/days.ts';
import { intervalOf } from '../../parts/period/steps.ts';
import type { MetricName } from './metrics.ts';

/** Advertisers of the table at first. */
export const FIRST_ROWS = 10;
/** Advertisers once more are wanted. Each has a course, and a longer range has longer ones: a request costs at most so much. */
export const moreRows = (days: Days): number => (lengthOf(days) <= 120 ? 50 : 15);
/** The courses of the rows are small: more points than this would not be seen. */
const MAX_ROW_POINTS = 31;
const HOURS_OF_A_DAY = 25;

export const rowIntervalOf = (days: Days): 'DAY' | 'WEEK' =>
  lengthOf(days) <= MAX_ROW_POINTS ? 'DAY' : 'WEEK';

/** What the overview asks for a range. Steps of several days are made of days, since they begin where the range does. */
export function variablesOf(options: {
  readonly days: Days;
  readonly comparison: Comparison;
  /** The current day in the zone. */
  readonly today: string;
  readonly metric: MetricName;
  readonly isDescending: boolean;
  readonly timezone: string;
  /** Advertisers. */
  readonly rows: number;
}): DashboardOverviewQueryVariables {
  const { days, comparison, today, metric, isDescending, timezone, rows } = options;
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
    interval: intervalOf(days) === 'HOUR' ? 'HOUR' : 'DAY',
    rowInterval: rowIntervalOf(days),
    steps: Math.max(lengthOf(days), HOURS_OF_A_DAY),
    isOpen,
    isCompared: compared !== undefined,
    timezone,
    rows,
    orderBy: { metric, direction: isDescending ? 'DESC' : 'ASC' },
  };
}
