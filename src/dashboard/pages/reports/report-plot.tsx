import { lazy, Suspense, useMemo, useState } from 'react';
import { compact } from '../../parts/format.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { sumsByTime } from './sums.ts';

const Plot = lazy(() => import('../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  /** The time, then dimensions, then metrics. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly metricCount: number;
}

/** A metric of the rows over time, summed over whatever else they are grouped by. */
export function ReportPlot({ columns, rows, metricCount }: Props) {
  const metrics = columns.slice(-metricCount);
  const [chosen, setChosen] = useState(metrics[0] ?? '');
  const { times, courses } = useMemo(() => {
    const sums = sumsByTime(rows, columns.indexOf(chosen));
    return { times: [...sums.keys()], courses: [{ name: chosen, values: [...sums.values()] }] };
  }, [rows, columns, chosen]);
  if (times.length < 2) return null;
  return (
    <>
      <select
        aria-label="Metric of the plot"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        {metrics.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Suspense fallback={<Waiting rows={8} />}>
        <Plot
          label={`${chosen} by ${columns[0]?.toLowerCase()}; the table below has the figures`}
          times={times}
          courses={courses}
          timeZone="UTC"
          format={compact}
        />
      </Suspense>
    </>
  );
}
