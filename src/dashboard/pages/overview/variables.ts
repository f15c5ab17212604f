import type { DashboardOverviewQueryVariables } from '../../generated/graphql.ts';
import type { MetricName } from './metrics.ts';
import { type Days, daysBefore, intervalOf, stepsOf } from './ranges.ts';

/** Advertisers of the table, each with a course that costs, at first and once more are wanted. */
export const [FIRST_ROWS, MORE_ROWS] = [10, 50];

/** What the overview asks for a range: steps as coarse as their number demands, since points are what costs. */
export function variablesOf(options: {
  readonly days: Days;
  readonly metric: MetricName;
  readonly isDescending: boolean;
  readonly timezone: string;
  /** Advertisers. */
  readonly rows: number;
}): DashboardOverviewQueryVariables {
  const { days, metric, isDescending, timezone, rows } = options;
  const interval = intervalOf(days);
  const before = daysBefore(days);
  return {
    range: { between: days },
    before: { between: before },
    interval,
    steps: Math.max(stepsOf(days, interval).length, stepsOf(before, interval).length),
    timezone,
    rows,
    orderBy: { metric, direction: isDescending ? 'DESC' : 'ASC' },
  };
}
