import type { ReactNode } from 'react';

const [WIDTH, HEIGHT] = [120, 28];

interface Props {
  readonly values: readonly number[];
  /** How the ends of the course are read out; left out where the figures stand beside it. */
  readonly write?: (value: number, at: number) => ReactNode;
}

/** The course of a figure in the height of a line of text. */
export function Spark({ values, write }: Props) {
  if (values.length < 2) return null;
  const most = Math.max(...values, Number.EPSILON);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`;
  });
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const picture = (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon className="spark-area" points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline className="spark-line" points={points.join(' ')} />
    </svg>
  );
  if (!write) return picture;
  return (
    <>
      {picture}
      <span className="visually-hidden">
        {write(first, 0)} to {write(last, values.length - 1)}
      </span>
    </>
  );
}
