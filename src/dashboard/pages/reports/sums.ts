/** Sums of the last columns of report rows, by the time in their first one. Seconds since the epoch. */
export type Sums = ReadonlyMap<number, readonly number[]>;

/** One sum for each of the last `metrics` columns. */
export function sumsByTime(rows: readonly (readonly string[])[], metrics: number): Sums {
  const sums = new Map<number, number[]>();
  if (metrics === 0) return sums;
  for (const cells of rows) {
    const time = Date.parse(cells[0] ?? '') / 1000;
    if (!Number.isFinite(time)) continue;
    const known = sums.get(time) ?? Array.from({ length: metrics }, () => 0);
    sums.set(time, known);
    for (const [at, cell] of cells.slice(-metrics).entries())
      known[at] = (known[at] ?? 0) + (Number(cell) || 0);
  }
  return sums;
}

/** The sum of each of the last `metrics` columns over all rows. */
export function totalsOf(rows: readonly (readonly string[])[], metrics: number): readonly number[] {
  const totals = Array.from({ length: metrics }, () => 0);
  for (const cells of rows)
    for (let at = 0; at < metrics; at += 1)
      totals[at] = (totals[at] ?? 0) + (Number(cells[cells.length - metrics + at]) || 0);
  return totals;
}

/** The course of one metric over what the pages of a report sum up to, in order of time. */
export function courseOf(pages: readonly Sums[], metric: number): ReadonlyMap<number, number> {
  const course = new Map<number, number>();
  for (const page of pages)
    for (const [time, sums] of page) course.set(time, (course.get(time) ?? 0) + (sums[metric] ?? 0));
  return new Map([...course].sort(([a], [b]) => a - b));
}
