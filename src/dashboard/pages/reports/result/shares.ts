import { type ReportColumn, valueIn } from '../columns.ts';
import type { ReportShape } from '../shape.ts';

interface Rows {
  readonly count: number;
  readonly cellsAt: (index: number) => readonly string[];
}

/** The largest value of a column, by the currency of its amounts: the bars of amounts are compared within one. */
export type Largest = ReadonlyMap<string, number>;

type Of = Pick<ReportShape, 'scopeOf' | 'currencyOf'>;

function figureAt(cells: readonly string[], { at, measure }: ReportColumn, shape: Of): number | null {
  return measure ? valueIn(cells[at] ?? '', measure, shape.scopeOf(cells).country) : null;
}

const groupOf = (cells: readonly string[], { measure }: ReportColumn, shape: Of): string | undefined => {
  if (measure?.kind !== 'money') return '';
  // Amounts of several currencies within a row cannot be compared.
  return shape.currencyOf(cells) || undefined;
};

export function largestOf({ count, cellsAt }: Rows, column: ReportColumn, shape: Of): Largest {
  const largest = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const cells = cellsAt(index);
    const group = groupOf(cells, column, shape);
    const value = figureAt(cells, column, shape);
    if (group === undefined || value === null) continue;
    largest.set(group, Math.max(value, largest.get(group) ?? 0));
  }
  return largest;
}

/** What a row's value is of the largest one, from 0 to 1; undefined without a value. */
export function shareIn(
  largest: Largest,
  cells: readonly string[],
  column: ReportColumn,
  shape: Of,
): number | undefined {
  const group = groupOf(cells, column, shape);
  const value = figureAt(cells, column, shape);
  const most = group === undefined ? undefined : largest.get(group);
  return value === null || !most ? undefined : Math.max(0, value / most);
}
