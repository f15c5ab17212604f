import { lazy, Suspense, useMemo, useState } from 'react';
import { Choice } from '../../../parts/fields/choice.tsx';
import { PlotFigures } from '../../../parts/figures/plot-figures.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import type { Entry } from '../builder/choices.ts';
import { missingFor, namesOf } from '../builder/measures.ts';
import type { ReportShape } from '../shape.ts';
import { coursesOf } from './report-course.ts';
import type { Groups } from './sums.ts';

const Plot = lazy(() => import('../../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  readonly shape: ReportShape;
  /** The names of the metrics. */
  readonly names: readonly string[];
  /** All metrics that there are. */
  readonly metrics: readonly Entry[];
  /** Of each page of rows. */
  readonly groups: readonly Groups[];
}

/** A metric over the steps of the report: sums are added up, ratios are those of the sums. */
export function ReportPlot({ shape, names, metrics, groups }: Props) {
  const [chosen, setChosen] = useState(names[0] ?? '');
  const [currency, setCurrency] = useState<string>();
  const at = Math.max(0, names.indexOf(chosen));
  const measure = shape.measures[at];
  const courses = useMemo(() => coursesOf(groups, shape, at, chosen), [groups, shape, at, chosen]);
  const shown = courses?.find((each) => each.currency === currency) ?? courses?.[0];
  const plotted = useMemo(() => (shown ? [shown.course] : []), [shown]);
  if (!measure || (courses && (shown?.course.steps.length ?? 0) < 2)) return null;
  const { kind, metric } = measure;
  const isMixed = kind === 'money' && shown?.currency === '';
  return (
    <>
      <p className="row">
        <Choice
          label="Metric of the plot"
          value={chosen}
          choices={names.map((name) => [name, name])}
          onChoose={setChosen}
        />
        {courses && shown && courses.length > 1 && (
          <Choice
            label="Currency of the plot"
            value={shown.currency}
            choices={courses.map(({ currency }) => [currency, currency])}
            onChoose={setCurrency}
          />
        )}
      </p>
      {!courses && (
        <p className="note warn">
          {chosen} cannot be added up over rows. Add {namesOf(missingFor(measure, shape.measures), metrics)}{' '}
          to the report to plot it.
        </p>
      )}
      {isMixed && (
        <p className="note warn">
          {chosen} is in several currencies within a row and is not plotted. Group the report by advertiser,
          or choose US dollars.
        </p>
      )}
      {shown && !isMixed && (
        <Suspense fallback={<Waiting rows={8} />}>
          <Plot
            label={`${chosen} by ${shown.interval.toLowerCase()}; the table has the figures`}
            {...{ courses: plotted, kind, currency: shown.currency }}
          />
          {/* The rows of one currency are about some advertisers only: no figure of the whole seat. */}
          <PlotFigures
            name={chosen}
            interval={shown.interval}
            {...{ courses: plotted, metric, kind, currency: shown.currency }}
          />
        </Suspense>
      )}
    </>
  );
}
