import { today } from './ranges.ts';

/** The values of a series for each of the days; a day without facts is 0. */
export function valuesByDay<Point extends { readonly start?: string | null }>(
  points: readonly Point[],
  days: readonly string[],
  timeZone: string,
  valueAt: (point: Point) => number,
): number[] {
  const found = new Map(
    points.map((point) => [point.start ? today(timeZone, Date.parse(point.start)) : '', valueAt(point)]),
  );
  return days.map((day) => found.get(day) ?? 0);
}
