import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { CourseStep } from '../../parts/figures/course.ts';
import { figureOf, full, METRICS } from '../../parts/figures/metrics.ts';
import { PlotFigures } from '../../parts/figures/plot-figures.tsx';
import { days as dayNames } from '../../parts/format.ts';
import { type Comparison, comparedUntil } from '../../parts/period/comparison.ts';
import type { Days } from '../../parts/period/days.ts';
import { intervalOf, stepsOf } from '../../parts/period/steps.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { ChangesInRange } from '../marks/changes-in-range.tsx';
import { marksOf } from '../marks/marks-of.ts';
import type { Marked } from '../marks/use-marks.ts';
import type { Question } from '../why/question.ts';
import { comparedOf } from './compared.ts';
import { ComparisonPicker } from './comparison-picker.tsx';
import type { CourseData } from './course-data.ts';
import { coursesOf } from './courses.ts';
import { type MetricName, titleOf } from './metrics.ts';
import type { Subject } from './subject.ts';
import { Tiles } from './tiles.tsx';

const WhatChanged = lazy(() =>
  import('../why/what-changed.tsx').then(({ WhatChanged }) => ({ default: WhatChanged })),
);
const Plot = lazy(() => import('../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  readonly data: CourseData;
  /** What it is about; undefined for the seat. */
  readonly subject?: Subject;
  /** What was changed in the range. */
  readonly marked?: Marked;
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
  const { data, subject, marked, days, comparison, dataBegin, metric, timeZone } = props;
  const { onChoose, onCompare } = props;
  const [question, setQuestion] = useState<Question>();
  const { kind } = METRICS[metric];
  const { node, currency } = data;
  const found = useMemo(
    () => comparedOf(data, { days, comparison, timeZone }),
    [data, days, comparison, timeZone],
  );
  const compared = dataBegin === undefined ? found : undefined;
  const courses = useMemo(
    () => coursesOf({ data, days, comparison, dataBegin, metric, timeZone }),
    [data, days, comparison, dataBegin, metric, timeZone],
  );
  const [{ values } = { values: [] }] = courses;
  const marks = useMemo(
    () => (marked ? marksOf({ ...marked, steps: stepsOf(days, timeZone), timeZone }) : []),
    [marked, days, timeZone],
  );
  const ask = (metric: MetricName) =>
    compared &&
    setQuestion({ subject, days, compared: compared.days, until: compared.until, metric, currency });
  const askOf = (at: number) => {
    const [step, stepBefore] = courses.map(({ steps }) => steps[at]);
    if (!compared || !step || step.isAhead || !stepBefore) return;
    // The parts of an hour are not known: it is asked for its day.
    if (step.scope.hour !== undefined) return ask(metric);
    const [own, before] = [daysOf(step), daysOf(stepBefore)];
    const { until } = step.scope;
    setQuestion({
      ...{ subject, days: own, compared: before, metric, currency },
      until: until && comparedUntil({ until, days: own, compared: before, timeZone }),
    });
  };
  const onAsk = compared ? askOf : undefined;
  // For the measurement of how long the figures take (bench:dashboard-page).
  useEffect(() => {
    performance.mark('figures');
  }, []);
  const name = titleOf(metric);
  const sums = data.now.totals;
  return (
    <div data-complete="true">
      <Tiles {...{ sums, compared, node, currency, metric, onChoose }} onAsk={ask} />
      <ComparisonPicker {...{ days, comparison, dataBegin, timeZone, onCompare }} until={compared?.until} />
      {values.length > 1 && (
        <Suspense fallback={<Waiting rows={8} />}>
          <Plot
            label={`${name}, ${dayNames(days.start, days.end)}: ${full(figureOf(metric, sums), kind, currency)} in total`}
            {...{ courses, kind, currency, marks }}
            onChoose={onAsk}
          />
          <PlotFigures
            {...{ name, courses, metric, kind, currency, marks }}
            interval={intervalOf(days)}
            onChoose={onAsk}
          />
        </Suspense>
      )}
      {marked && <ChangesInRange {...{ marked, timeZone }} currency={undefined} />}
      {question && (
        <Suspense fallback={null}>
          <WhatChanged question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

const daysOf = ({ scope: { from = '', to = '' } }: CourseStep): Days => ({ start: from, end: to });
