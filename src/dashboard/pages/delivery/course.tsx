import { lazy, Suspense, useEffect, useMemo } from 'react';
import { figureOf, full, METRICS, NO_SUMS, type Sums } from '../../parts/figures/metrics.ts';
import { PlotFigures } from '../../parts/figures/plot-figures.tsx';
import { days as dayNames } from '../../parts/format.ts';
import { type Comparison, comparedDays } from '../../parts/period/comparison.ts';
import type { Days } from '../../parts/period/days.ts';
import { intervalOf, stepsOf } from '../../parts/period/steps.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { ChangesInRange } from '../marks/changes-in-range.tsx';
import { marksOf } from '../marks/marks-of.ts';
import type { Marked } from '../marks/use-marks.ts';
import { comparedOf } from './compared.ts';
import { ComparisonPicker } from './comparison-picker.tsx';
import type { CourseData } from './course-data.ts';
import { coursesOf } from './courses.ts';
import { type MetricName, titleOf } from './metrics.ts';
import { questionOf } from './question-of.ts';
import type { Subject } from './subject.ts';
import { Tiles } from './tiles.tsx';
import { useWhy } from './use-why.ts';

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

const isNothing = (sums: Sums): boolean => Object.values(sums).every((sum) => sum === 0);

/** Said instead of figures that are all 0. */
const Nothing = ({ days, before }: { readonly days: Days; readonly before: Days | undefined }) => (
  <p className="empty">
    Nothing was delivered {dayNames(days.start, days.end)}
    {before && `, nor ${dayNames(before.start, before.end)}`}.
  </p>
);

/** The figures of the range, and one of them over time with the range that it is compared with. */
export function Course(props: Props) {
  const { data, subject, marked, days, comparison, dataBegin, metric, timeZone } = props;
  const { onChoose, onCompare } = props;
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
  const why = useWhy();
  const question = questionOf(why.asked, { subject, days, compared, courses, currency, timeZone });
  const askOf = (at: number) => {
    const [step, stepBefore] = courses.map(({ steps }) => steps[at]);
    if (!step || step.isAhead || !stepBefore) return;
    // The parts of an hour are not known: it is asked for its day.
    why.open({ metric, day: step.scope.hour === undefined ? step.scope.from : undefined });
  };
  const onAsk = compared ? askOf : undefined;
  // For the measurement of how long the figures take (bench:dashboard-page).
  useEffect(() => {
    performance.mark('figures');
  }, []);
  const name = titleOf(metric);
  const sums = data.now.totals;
  // Of the seat, the page says why there are none.
  const isEmpty = subject !== undefined && isNothing(sums) && isNothing(data.before?.totals ?? NO_SUMS);
  return (
    <div data-complete="true">
      {!isEmpty && (
        <Tiles
          {...{ sums, compared, node, currency, metric, onChoose }}
          onAsk={(each) => why.open({ metric: each, day: undefined })}
        />
      )}
      {isEmpty && <Nothing days={days} before={data.before && comparedDays(days, comparison)} />}
      <ComparisonPicker {...{ days, comparison, dataBegin, timeZone, onCompare }} until={compared?.until} />
      {values.length > 1 && !isEmpty && (
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
      {marked && <ChangesInRange {...{ marked, timeZone }} currency={marked.currency} />}
      {question && (
        <Suspense fallback={null}>
          <WhatChanged question={question} why={why} />
        </Suspense>
      )}
    </div>
  );
}
