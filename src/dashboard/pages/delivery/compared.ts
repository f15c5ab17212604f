import type { Sums } from '../../parts/figures/metrics.ts';
import { type Point, sumsUntil } from '../../parts/figures/until.ts';
import { type Comparison, comparedDays, comparedUntil, untilOf } from '../../parts/period/comparison.ts';
import { type Days, lengthOf } from '../../parts/period/days.ts';
import type { CourseData, Range } from './course-data.ts';

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
  data: CourseData,
  options: { readonly days: Days; readonly comparison: Comparison; readonly timeZone: string },
): Compared | undefined {
  const { days, comparison, timeZone } = options;
  const compared = comparedDays(days, comparison);
  if (!compared || !data.before) return undefined;
  const until = untilOf({ days, timeZone, asOf: data.asOf });
  if (until === undefined || !data.hours)
    return {
      ...{ days: compared, until: undefined },
      now: data.now.totals,
      before: data.before.totals,
    };
  const untilBefore = comparedUntil({ until, days, compared, timeZone });
  const isOneDay = lengthOf(days) === 1;
  const sums = (range: Range, hours: readonly Point[], end: string): Sums =>
    sumsUntil({ days: isOneDay ? [] : range.points, hours, ...{ until: end, timeZone } });
  return {
    ...{ days: compared, until: untilBefore },
    now: sums(data.now, data.hours, until),
    before: sums(data.before, data.hoursBefore ?? [], untilBefore),
  };
}
