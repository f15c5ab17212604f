import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { type Sums, sumsOf } from '../../parts/figures/metrics.ts';
import { sumsUntil } from '../../parts/figures/until.ts';
import { type Comparison, comparedDays, comparedUntil, untilOf } from '../../parts/period/comparison.ts';
import { type Days, lengthOf } from '../../parts/period/days.ts';
import { pointsOf } from './metrics.ts';

type Data = Pick<DashboardOverviewQuery, 'now' | 'before' | 'hours' | 'hoursBefore'>;

/** Both ranges with the same hours: those that the shown one has data for. */
export interface Compared {
  readonly days: Days;
  /** Where the shown range is not over, the moment up to which it is compared. */
  readonly until: string | undefined;
  readonly now: Sums;
  readonly before: Sums;
}

/** What a range is compared with; undefined for nothing. */
export function comparedOf(
  data: Data,
  options: { readonly days: Days; readonly comparison: Comparison; readonly timeZone: string },
): Compared | undefined {
  const { days, comparison, timeZone } = options;
  const compared = comparedDays(days, comparison);
  if (!compared || !data.before) return undefined;
  const until = untilOf({ days, timeZone, asOf: data.now.asOf });
  if (until === undefined || !data.hours)
    return {
      ...{ days: compared, until: undefined },
      now: sumsOf(data.now.totals),
      before: sumsOf(data.before.totals),
    };
  const untilBefore = comparedUntil({ until, days, compared, timeZone });
  const isOneDay = lengthOf(days) === 1;
  const sums = (table: Data['now'] | Data['before'], hours: Data['hours'], end: string): Sums =>
    sumsUntil({
      days: isOneDay ? [] : pointsOf(table),
      hours: pointsOf(hours),
      ...{ until: end, timeZone },
    });
  return {
    ...{ days: compared, until: untilBefore },
    now: sums(data.now, data.hours, until),
    before: sums(data.before, data.hoursBefore, untilBefore),
  };
}
