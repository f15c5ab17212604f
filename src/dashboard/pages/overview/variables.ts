import type { DashboardOverviewQueryVariables } from '../../generated/graphql.ts';
import type { Comparison } from '../../parts/period/comparison.ts';
import { type Days, lengthOf } from '../../parts/period/days.ts';
import type { MetricName } from '../delivery/metrics.ts';
import { courseVariables } from '../delivery/variables.ts';

/** Advertisers of the table at first. */
export const FIRST_ROWS = 10;
/** Advertisers once more are wanted. Each has a course, and a longer range has longer ones: a request costs at most so much. */
export const moreRows = (days: Days): number => (lengthOf(days) <= 120 ? 50 : 15);
/** The courses of the rows are small: more points than this would not be seen. */
const MAX_ROW_POINTS = 31;
const HOURS_OF_A_DAY = 25;

export const rowIntervalOf = (days: Days): 'DAY' | 'WEEK' =>
  lengthOf(days) <= MAX_ROW_POINTS ? 'DAY' : 'WEEK';

/** Of more than a year, the courses of the range itself take almost all that a request may cost. */
const [LONG_DAYS, MAX_ROWS_OF_LONG] = [366, 5];

/** What the overview asks for a range. */
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
  return {
    ...courseVariables({ days, comparison, today, timezone }),
    rowInterval: rowIntervalOf(days),
    steps: Math.max(lengthOf(days), HOURS_OF_A_DAY),
    rows: lengthOf(days) > LONG_DAYS ? Math.min(rows, MAX_ROWS_OF_LONG) : rows,
    orderBy: { metric, direction: isDescending ? 'DESC' : 'ASC' },
  };
}
