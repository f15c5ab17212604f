import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { courseSteps, type Course as PlotCourse, valuesAt } from '../../parts/figures/course.ts';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, full, METRICS, sumsOf } from '../../parts/figures/metrics.ts';
import { PlotFigures } from '../../parts/figures/plot-figures.tsx';
import { days as dayNames } from '../../parts/format.ts';
import { type Comparison, comparedDays, untilOf } from '../../parts/period/comparison.ts';
import type { Days } from '../../parts/period/days.ts';
import { intervalOf, stepsOf } from '../../parts/period/steps.ts';
import { Change, Tile } from '../../parts/tile.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { comparedOf } from './compared.ts';
import { ComparisonPicker } from './comparison-picker.tsx';
import { METRIC_NAMES, type MetricName, pointsOf, titleOf } from './metrics.ts';

const Plot = lazy(() => import('../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  readonly data: Pick<DashboardOverviewQuery, 'now' | 'before' | 'hours' | 'hoursBefore'>;
  readonly days: Days;
  readonly comparison: Comparison;
  /** Where the seat's data begin, if the compared range begins before. */
  readonly dataBegin: string | undefined;
  readonly metric: MetricName;
  readonly timeZone: string;
  readonly onChoose: (metric: MetricName) => void;
  readonly onCompare: (comparison: string) => void;
}

/** The figures of the range, and one of them over time with the range that it is compared with. */
export function Course(props: Props) {
  const { data, days, comparison, dataBegin, metric, timeZone, onChoose, onCompare } = props;
  const { kind } = METRICS[metric];
  const { totals } = data.now;
  const { currency } = totals.spend;
  const found = useMemo(
    () => comparedOf(data, { days, comparison, timeZone }),
    [data, days, comparison, timeZone],
  );
  const compared = dataBegin === undefined ? found : undefined;
  const courses = useCourses(props);
  const [{ values } = { values: [] }] = courses;
  // For the measurement of how long the figures take (bench:dashboard-page).
  useEffect(() => {
    performance.mark('figures');
  }, []);
  const name = titleOf(metric);
  const sums = sumsOf(totals);
  return (
    <div data-complete="true">
      <div className="tiles">
        {METRIC_NAMES.map((each) => {
          const { kind } = METRICS[each];
          const value = figureOf(each, sums);
          const before = compared && figureOf(each, compared.before);
          return (
            <Tile
              key={each}
              name={titleOf(each)}
              isChosen={each === metric}
              onChoose={() => onChoose(each)}
              value={
                <Figure metric={each} kind={kind} currency={currency} value={value}>
                  {brief(value, kind, currency)}
                </Figure>
              }
              change={
                compared &&
                before !== undefined && (
                  <Change
                    now={figureOf(each, compared.now)}
                    before={before}
                    against={dayNames(compared.days.start, compared.days.end)}
                    was={
                      <Figure
                        {...{ metric: each, kind, currency, value: before }}
                        scope={{
                          ...{ from: compared.days.start, to: compared.days.end },
                          ...{ until: compared.until, compared: true },
                        }}
                      >
                        {brief(before, kind, currency)}
                      </Figure>
                    }
                  />
                )
              }
            />
          );
        })}
      </div>
      <ComparisonPicker {...{ days, comparison, dataBegin, timeZone, onCompare }} until={compared?.until} />
      {values.length > 1 && (
        <Suspense fallback={<Waiting rows={8} />}>
          <Plot
            label={`${name}, ${dayNames(days.start, days.end)}: ${full(figureOf(metric, sums), kind, currency)} in total`}
            {...{ courses, kind, currency }}
          />
          <PlotFigures {...{ name, courses, metric, kind, currency }} interval={intervalOf(days)} />
        </Suspense>
      )}
    </div>
  );
}

/** The range, and the one that it is compared with as far as there are data, step by step. */
function useCourses({ data, days, comparison, dataBegin, metric, timeZone }: Props): readonly PlotCourse[] {
  return useMemo(() => {
    const until = untilOf({ days, timeZone, asOf: data.now.asOf });
    const steps = stepsOf(days, timeZone, until);
    const now = {
      name: titleOf(metric),
      steps: courseSteps(steps, timeZone),
      values: valuesAt({ points: pointsOf(data.now), steps, timeZone, metric }),
    };
    const compared = comparedDays(days, comparison);
    if (!compared || !data.before) return [now];
    const past = stepsOf(compared, timeZone);
    const values = valuesAt({ points: pointsOf(data.before), steps: past, timeZone, metric });
    return [
      now,
      {
        name: dayNames(compared.start, compared.end),
        steps: courseSteps(past, timeZone, true),
        // Before the data begin there is nothing to show, not 0.
        values: values.map((value, at) => ((past[at]?.start ?? '') < (dataBegin ?? '') ? null : value)),
        isBefore: true,
      },
    ].map((course) => ({
      ...course,
      steps: course.steps.slice(0, steps.length),
      values: course.values.slice(0, steps.length),
    }));
  }, [data, days, comparison, dataBegin, metric, timeZone]);
}
