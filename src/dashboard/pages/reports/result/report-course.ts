import { type Series, seriesSteps } from '../../../parts/figures/series.ts';
import type { Days } from '../../../parts/period/days.ts';
import { calendarSteps, type Interval, type Step } from '../../../parts/period/steps.ts';
import type { ReportShape } from '../shape.ts';
import { addGroups, figureIn, type Groups } from './sums.ts';

/** More steps than this cannot be told apart, and those of all time could be any number. */
const MAX_STEPS = 10_000;

export interface ReportCourse {
  readonly interval: Interval;
  /** '' where amounts of several currencies are added up in rows, or there are no amounts. */
  readonly currency: string;
  readonly course: Series;
}

/**
 * One metric over the steps of a report, a course for each currency of its amounts. Steps without rows are 0.
 * Undefined for a ratio of which the rows do not have the sums.
 */
export function coursesOf(
  pages: readonly Groups[],
  shape: ReportShape,
  at: number,
  name: string,
): readonly ReportCourse[] | undefined {
  const { interval, timeZone, measures, metricCount, until } = shape;
  const measure = measures[at];
  if (!interval || !measure) return [];
  // What is no amount is added up whatever the currency of its row is.
  const isOwn = measure.kind === 'money' || measure.metric === 'RETURN_ON_AD_SPEND';
  const groups = addGroups(pages, metricCount, isOwn ? {} : { currencyOf: () => '' });
  const days = shape.days ?? daysOfRows(groups);
  const steps = days ? calendarSteps(days, interval, timeZone, until).filter(({ isAhead }) => !isAhead) : [];
  if (steps.length > MAX_STEPS) return [];
  const shown = seriesSteps(steps, timeZone);
  const courses = [...groups].map(([currency, times]) => {
    const found = new Map([...times].map(([time, group]) => [keyOf(time), group]));
    const values = steps.map((step) => {
      const group = found.get(keyOfStep(step));
      if (!group) return measure.ratio ? null : 0;
      return figureIn(group, measures, at);
    });
    return { currency, values };
  });
  if (courses.some(({ values }) => values.includes(undefined))) return undefined;
  return courses.map(({ currency, values }) => ({
    ...{ interval, currency },
    course: { name, steps: shown, values: values.map((value) => value ?? null) },
  }));
}

/** The text in the column of times is a day, or a moment with the offset of the zone. */
const keyOf = (text: string): string | number => (text.length > 10 ? Date.parse(text) : text);
const keyOfStep = ({ hour, whole, start }: Step): string | number =>
  hour ? Date.parse(hour) : (whole ?? start);

/** The days from the first row to the last. */
function daysOfRows(groups: Groups): Days | undefined {
  const days = [...groups.values()]
    .flatMap((times) => [...times.keys()].map((time) => time.slice(0, 10)))
    .sort();
  const [start] = days;
  const end = days.at(-1);
  return start && end ? { start, end } : undefined;
}
