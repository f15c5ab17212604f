import type { DashboardOverviewQueryVariables } from '../../generated/graphql.ts';
import type { MetricName } from './metrics.ts';
import { type Days, daysBefore, intervalOf, stepsOf } from './ranges.ts';

/** What the overview asks for a range: steps as coarse as their number demands, since points are what costs. */
export function variablesOf(options: {
  readonly days: Days;
  readonly metric: MetricName;
  readonly isDescending: boolean;
  readonly timezone: string;
}): DashboardOverviewQueryVariables {
  const { days, metric, isDescending, timezone } = options;
  const interval = intervalOf(days);
  const before = daysBefore(days);
  return {
    range: { between: days },
    before: { between: before },
    interval,
    steps: Math.max(stepsOf(days, interval).length, stepsOf(before, interval).length),
    timezone,
    orderBy: { metric, direction: isDescending ? 'DESC' : 'ASC' },
  };
}
