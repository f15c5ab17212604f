import { number } from '../../parts/format.ts';

/** How a column of a report is shown. */
export interface ReportColumn {
  readonly name: string;
  readonly isNumeric: boolean;
  readonly isMetric: boolean;
  /** Decimals of a metric: as many in each row, so that points stand below each other. */
  readonly decimals: number;
  /** In characters: rows that come into sight do not move the columns. */
  readonly width: number;
}

const [NARROWEST, WIDEST] = [8, 40];
const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);

const decimalsOf = (cell: string): number =>
  Math.min(6, isNumber(cell) ? (cell.split('.')[1]?.length ?? 0) : 0);

/** Metrics are the last columns; whether a column has numbers, and how wide it is, the first rows tell. */
export function columnsOf(
  names: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
  metrics: number,
): readonly ReportColumn[] {
  return names.map((name, at) => {
    const isMetric = at >= names.length - metrics;
    const cells = rows.map(({ cells }) => cells[at] ?? '');
    const longest = Math.max(name.length, ...cells.map((cell) => cell.length));
    return {
      ...{ name, isMetric, decimals: Math.max(0, ...cells.map(decimalsOf)) },
      isNumeric: isMetric || (cells.length > 0 && cells.every((cell) => cell === '' || isNumber(cell))),
      width: Math.min(WIDEST, Math.max(NARROWEST, longest)) + 3,
    };
  });
}

/** A metric by the browser's language; IDs and names as they are. */
export const shown = (cell: string, { isMetric, decimals }: ReportColumn): string =>
  isMetric && isNumber(cell)
    ? number(cell, { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(decimals, 6) })
    : cell;
