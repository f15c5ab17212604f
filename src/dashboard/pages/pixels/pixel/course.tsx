import { lazy, Suspense, useMemo } from 'react';
import { PlotFigures } from '../../../parts/figures/plot-figures.tsx';
import { days as dayNames, number } from '../../../parts/format.ts';
import { RangePicker } from '../../../parts/period/range-picker.tsx';
import { intervalOf, stepsOf } from '../../../parts/period/steps.ts';
import { Waiting } from '../../../parts/waiting.tsx';
import { type Counted, eventsIn } from './events-in.ts';
import type { Found } from './pixel.tsx';
import { usePixelPeriod } from './use-pixel-period.ts';

const Plot = lazy(() => import('../../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

/** What arrived and what was refused over the days of the page: one day by hour, more by day. */
export function Course({ pixel: { course } }: { readonly pixel: Found }) {
  const { zone, period, setRange, setDays } = usePixelPeriod();
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
