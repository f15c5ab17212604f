import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { Tile } from '../../parts/tile.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { valuesByDay } from './days-of-points.ts';
import { METRIC_NAMES, METRICS, type MetricName } from './metrics.ts';
import { daysBefore, eachDay } from './ranges.ts';

const Plot = lazy(() => import('../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  readonly now: DashboardOverviewQuery['now'];
  readonly before: DashboardOverviewQuery['before'];
  readonly days: { readonly start: string; readonly end: string };
  readonly metric: MetricName;
  readonly timeZone: string;
  readonly onChoose: (metric: MetricName) => void;
}

/** The figures of the range, and one of them by day with the range before under it. */
export function Course({ now, before, days, metric, timeZone, onChoose }: Props) {
  const { name, of, write, brief } = METRICS[metric];
  const { currency } = now.totals.spend;
  const { start, end } = days;
  const plot = useMemo(() => {
    const shown = eachDay({ start, end });
    const past = eachDay(daysBefore({ start, end }));
    return {
      times: shown.map((day) => Date.parse(`${day}T12:00:00Z`) / 1000),
      courses: [
        { name, values: valuesByDay(now.nodes, shown, timeZone, ({ delivery }) => of(delivery)) },
        {
          name: 'Before',
          values: valuesByDay(before.nodes, past, timeZone, ({ delivery }) => of(delivery)),
          isBefore: true,
        },
      ],
    };
  }, [now, before, start, end, name, of, timeZone]);
  const format = useMemo(() => (value: number) => brief(value, currency), [brief, currency]);
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
              name={figure.name}
              value={figure.write(value, currency)}
              now={value}
              before={figure.of(before.totals)}
              isChosen={each === metric}
              onChoose={() => onChoose(each)}
            />
          );
        })}
      </div>
      {plot.times.length > 1 && (
        <Suspense fallback={<Waiting rows={8} />}>
          <Plot
            label={`${name} by day, ${start} to ${end}: ${write(of(now.totals), currency)} in all`}
            times={plot.times}
            courses={plot.courses}
            timeZone="UTC"
            format={format}
          />
        </Suspense>
      )}
    </div>
  );
}
