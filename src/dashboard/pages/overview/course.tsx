import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { Tile } from '../../parts/tile.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { METRIC_NAMES, METRICS, type MetricName, titleOf } from './metrics.ts';
import { PlotFigures } from './plot-figures.tsx';
import { valuesAt } from './points.ts';
import { type Days, daysBefore, intervalOf, stepsOf, today } from './ranges.ts';

const Plot = lazy(() => import('../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  readonly now: DashboardOverviewQuery['now'];
  readonly before: DashboardOverviewQuery['before'];
  readonly days: Days;
  readonly metric: MetricName;
  readonly timeZone: string;
  readonly onChoose: (metric: MetricName) => void;
}

/** The figures of the range, and one of them over time with the range before under it. */
export function Course({ now, before, days, metric, timeZone, onChoose }: Props) {
  const { of, write, brief } = METRICS[metric];
  const name = titleOf(metric);
  const { currency } = now.totals.spend;
  const { start, end } = days;
  const plot = useMemo(() => {
    const interval = intervalOf({ start, end });
    const steps = stepsOf({ start, end }, interval);
    const past = stepsOf(daysBefore({ start, end }), interval);
    type Points = typeof now.nodes;
    const values = (points: Points, at: readonly string[]): readonly number[] =>
      valuesAt({ points, steps: at, interval, timeZone, figureOf: ({ delivery }) => of(delivery) });
    const last = today(timeZone);
    const earlier = values(before.nodes, past);
    return {
      interval,
      steps,
      times: steps.map((day) => Date.parse(`${day}T12:00:00Z`) / 1000),
      courses: [
        {
          name,
          values: values(now.nodes, steps).map((value, at) => ((steps[at] ?? '') > last ? null : value)),
        },
        { name: 'Previous period', values: steps.map((_, at) => earlier[at] ?? null), isBefore: true },
      ],
    };
  }, [now, before, start, end, name, of, timeZone]);
  const format = useMemo(() => (value: number) => brief(value, currency), [brief, currency]);
  const precise = (value: number) => write(value, currency);
  // For the measurement of how long the figures take (bench:dashboard-page).
  useEffect(() => {
    performance.mark('figures');
  }, []);
  return (
    <div data-complete="true">
      <div className="tiles">
        {METRIC_NAMES.map((each) => {
          const figure = METRICS[each];
          const value = figure.of(now.totals);
          return (
            <Tile
              key={each}
              name={titleOf(each)}
              value={figure.write(value, currency)}
              now={value}
              before={figure.of(before.totals)}
              isOpen={end >= today(timeZone)}
              isChosen={each === metric}
              onChoose={() => onChoose(each)}
            />
          );
        })}
      </div>
      {plot.times.length > 1 && (
        <Suspense fallback={<Waiting rows={8} />}>
          <Plot
            label={`${name} by ${plot.interval.toLowerCase()}, ${start} to ${end}: ${write(of(now.totals), currency)} total`}
            times={plot.times}
            courses={plot.courses}
            timeZone="UTC"
            format={format}
          />
          <PlotFigures name={name} steps={plot.steps} courses={plot.courses} format={precise} />
        </Suspense>
      )}
    </div>
  );
}
