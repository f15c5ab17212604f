import { type Interval, startOf, today } from './ranges.ts';

/** The values of a series at each of the steps; one without facts is 0. */
export function valuesAt<Point extends { readonly start?: string | null }>(options: {
  readonly points: readonly Point[];
  readonly steps: readonly string[];
  readonly interval: Interval;
  readonly timeZone: string;
  readonly figureOf: (point: Point) => number;
}): number[] {
  const { points, steps, interval, timeZone, figureOf } = options;
  const found = new Map(
    points.map((point) => [
      point.start ? startOf(today(timeZone, Date.parse(point.start)), interval) : '',
      figureOf(point),
    ]),
  );
  return steps.map((step) => found.get(step) ?? 0);
}
