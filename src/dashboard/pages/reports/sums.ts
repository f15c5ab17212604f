/** Sums of a column of report rows by the time in their first one, in order. Seconds since the epoch. */
export function sumsByTime(
  rows: readonly (readonly string[])[],
  column: number,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const cells of rows) {
    const time = Date.parse(cells[0] ?? '') / 1000;
    const value = Number(cells[column]);
    if (Number.isFinite(time) && Number.isFinite(value)) sums.set(time, (sums.get(time) ?? 0) + value);
  }
  return new Map([...sums].sort(([a], [b]) => a - b));
}
