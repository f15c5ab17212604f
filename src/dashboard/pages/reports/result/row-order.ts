import { type ReportColumn, valueIn } from '../columns.ts';
import type { ReportShape } from '../shape.ts';

export interface RowSorting {
  /** The place of the column's cells. */
  readonly at: number;
  readonly descending: boolean;
}

interface Rows {
  readonly count: number;
  readonly cellsAt: (index: number) => readonly string[];
}

/** What is not over time begins with the largest of the first measure, unless the report has an order of its own. */
export function firstSorting({
  hasTime,
  isOrdered,
  metricCount,
  dimensions,
}: Pick<ReportShape, 'hasTime' | 'isOrdered' | 'metricCount' | 'dimensions'>): RowSorting | undefined {
  if (hasTime || isOrdered || metricCount === 0) return undefined;
  return { at: dimensions.length * 2, descending: true };
}

/** The rows in the order of a column; those without a value come last, whichever way. */
export function orderOfRows(
  { count, cellsAt }: Rows,
  column: ReportColumn,
  descending: boolean,
  shape: Pick<ReportShape, 'scopeOf'>,
): readonly number[] {
  const { at, measure, isNumeric } = column;
  const keys = Array.from({ length: count }, (_, index) => {
    const cells = cellsAt(index);
    const cell = cells[at] ?? '';
    if (measure) return valueIn(cell, measure, shape.scopeOf(cells).country);
    if (cell === '') return null;
    return isNumeric ? Number(cell) : cell;
  });
  const text = new Intl.Collator(undefined, { numeric: true });
  const compare = (one: number | string, other: number | string): number =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : text.compare(String(one), String(other));
  return keys
    .map((_, index) => index)
    .sort((one, other) => {
      const [a, b] = [keys[one] ?? null, keys[other] ?? null];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return descending ? compare(b, a) : compare(a, b);
    });
}

/** Figures begin with the largest, names with the first. */
export const sortedBy = (before: RowSorting | undefined, column: ReportColumn): RowSorting =>
  before?.at === column.at
    ? { at: column.at, descending: !before.descending }
    : { at: column.at, descending: column.measure !== undefined };
