import { lazy, Suspense, useMemo } from 'react';
import { PlotFigures } from '../../../parts/figures/plot-figures.tsx';
import { type Series, seriesSteps } from '../../../parts/figures/series.ts';
import { days as dayNames, number } from '../../../parts/format.ts';
import { RangePicker } from '../../../parts/period/range-picker.tsx';
import { intervalOf, type Step, stepFinder, stepsOf } from '../../../parts/period/steps.ts';
import { Waiting } from '../../../parts/waiting.tsx';
import { usePeriod } from '../../delivery/use-period.ts';
import type { Found } from './pixel.tsx';

const Plot = lazy(() => import('../../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

type Counted = 'accepted' | 'refused';

/** Events of a pixel in each step; none in those that have not begun. */
export function eventsIn(
  steps: readonly Step[],
  timeZone: string,
  counts: readonly { readonly start: string; readonly accepted: number; readonly refused: number }[],
): readonly Series[] {
  const find = stepFinder(steps, timeZone);
  const shown = seriesSteps(steps, timeZone);
  const course = (name: Counted): (number | null)[] => {
    const values = steps.map(({ isAhead }) => (isAhead ? null : 0));
    for (const each of counts) {
      const at = find(each.start);
      if (at !== undefined && values[at] != null) values[at] += each[name];
    }
    return values;
  };
  return [
    { name: 'Accepted', steps: shown, values: course('accepted') },
    { name: 'Refused', steps: shown, values: course('refused'), isBad: true },
  ];
}

/** What arrived and what was refused over the days of the page: one day by hour, more by day. */
export function Course({ pixel: { course } }: { readonly pixel: Found }) {
  const { zone, period, setRange, setDays } = usePeriod();
  const { days } = period;
  const courses = useMemo(
    () => eventsIn(stepsOf(days, zone, new Date().toISOString()), zone, course),
    [days, zone, course],
  );
  const sum = (name: Counted) => number(course.reduce((all, each) => all + each[name], 0));
  const told = `${sum('accepted')} accepted, ${sum('refused')} refused`;
  return (
    <section className="widget" aria-label="Events">
      <header className="widget-head">
        <h2>
          Events <span className="muted">{told}</span>
        </h2>
        <div className="widget-actions">
          <RangePicker range={period.range} days={period.chosen} onRange={setRange} onDays={setDays} />
        </div>
      </header>
      <div>
        {period.wrong && <p className="note warn">{period.wrong}</p>}
        <Suspense fallback={<Waiting rows={8} />}>
          <Plot
            label={`Events, ${dayNames(days.start, days.end)}: ${told}`}
            {...{ courses, kind: 'count', currency: '' }}
          />
          <PlotFigures
            name="Events"
            interval={intervalOf(days)}
            {...{ courses, metric: undefined, kind: 'count', currency: '' }}
          />
        </Suspense>
      </div>
    </section>
  );
}
