import { lazy, Suspense, useMemo, useState } from 'react';
import { Choice } from '../../parts/fields/choice.tsx';
import { compact } from '../../parts/format.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { courseOf, type Sums } from './sums.ts';

const Plot = lazy(() => import('../../parts/plot.tsx').then(({ Plot }) => ({ default: Plot })));

interface Props {
  /** The name of the first column. */
  readonly time: string;
  readonly metrics: readonly string[];
  /** Of each page of rows. */
  readonly sums: readonly Sums[];
}

/** A metric of the rows over time, summed over whatever else they are grouped by. */
export function ReportPlot({ time, metrics, sums }: Props) {
  const [chosen, setChosen] = useState(metrics[0] ?? '');
  const { times, courses } = useMemo(() => {
    const course = courseOf(sums, metrics.indexOf(chosen));
    return { times: [...course.keys()], courses: [{ name: chosen, values: [...course.values()] }] };
  }, [sums, metrics, chosen]);
  if (times.length < 2) return null;
  return (
    <>
      <Choice
        label="Metric of the plot"
        value={chosen}
        choices={metrics.map((name) => [name, name])}
        onChoose={setChosen}
      />
      <Suspense fallback={<Waiting rows={8} />}>
        <Plot
          label={`${chosen} by ${time.toLowerCase()}; the table below has the figures`}
          times={times}
          courses={courses}
          timeZone="UTC"
          format={compact}
        />
      </Suspense>
    </>
  );
}
