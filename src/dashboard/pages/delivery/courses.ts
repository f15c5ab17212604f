import { type Series, type SeriesStep, seriesSteps, valuesAt } from '../../parts/figures/series.ts';
import { days as dayNames } from '../../parts/format.ts';
import { type Comparison, comparedDays, untilOf } from '../../parts/period/comparison.ts';
import type { Days } from '../../parts/period/days.ts';
import { stepsOf } from '../../parts/period/steps.ts';
import type { CourseData } from './course-data.ts';
import { type MetricName, titleOf } from './metrics.ts';

interface Options {
  readonly data: CourseData;
  readonly days: Days;
  readonly comparison: Comparison;
  /** Where the seat's data begin, if the compared range begins before. */
  readonly dataBegin: string | undefined;
  readonly metric: MetricName;
  readonly timeZone: string;
}

/** The range, and the one that it is compared with, step by step. */
export function coursesOf({
  data,
  days,
  comparison,
  dataBegin,
  metric,
  timeZone,
}: Options): readonly Series[] {
  const about = (steps: readonly SeriesStep[]) =>
    steps.map((step) => ({ ...step, scope: { node: data.node, ...step.scope } }));
  const until = untilOf({ days, timeZone, asOf: data.asOf });
  const steps = stepsOf(days, timeZone, until);
  const now = {
    name: titleOf(metric),
    steps: about(seriesSteps(steps, timeZone)),
    values: valuesAt({ points: data.now.points, steps, timeZone, metric }),
  };
  const compared = comparedDays(days, comparison);
  // What is not compared has no course either, though some of its days may have data.
  if (!compared || !data.before || dataBegin !== undefined) return [now];
  const past = stepsOf(compared, timeZone);
  const values = valuesAt({ points: data.before.points, steps: past, timeZone, metric });
  return [
    now,
    {
      name: dayNames(compared.start, compared.end),
      steps: about(seriesSteps(past, timeZone, true)),
      values,
      isBefore: true,
    },
  ].map((course) => ({
    ...course,
    steps: course.steps.slice(0, steps.length),
    values: course.values.slice(0, steps.length),
  }));
}
