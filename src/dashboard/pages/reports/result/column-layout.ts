import type { ReportColumn } from '../columns.ts';
import { boldWidth } from '../text-width.ts';
import type { Total } from './totals.ts';

/** Where the columns of a table stand. */
export interface Layout {
  /** In pixels, for each column. */
  readonly widths: readonly number[];
  /** Names go on in a second row. */
  readonly isTall: boolean;
}

const isName = ({ names, isId }: ReportColumn): boolean => names !== undefined && !isId;

/** The first and the last column have more room at the edge of the table. */
const EDGE = 8;

/** Totals need more room than the figures above them. */
function inTable(columns: readonly ReportColumn[], totals: readonly Total[]): readonly ReportColumn[] {
  return columns.map((column, at) => {
    const edge = at === 0 || at === columns.length - 1 ? EDGE : 0;
    const { figures = [] } = totals[at - (columns.length - totals.length)] ?? {};
    const bold = Math.max(0, ...figures.map(boldWidth));
    const widthOf = (width: number) => Math.max(width, bold) + edge;
    return { ...column, width: widthOf(column.width), leastWidth: widthOf(column.leastWidth) };
  });
}

/** Names stand in one row where there is room, else in two, and share what figures leave. */
export function layoutOf(
  given: readonly ReportColumn[],
  available: number,
  totals: readonly Total[] = [],
): Layout {
  const columns = inTable(given, totals);
  const sum = (of: (column: ReportColumn) => number) => columns.reduce((all, each) => all + of(each), 0);
  const whole = sum(({ width }) => width);
  const names = columns.filter(isName).length;
  const rest = available - whole;
  if (rest >= 0) {
    // What is left over goes to the names, or to all where there are none.
    const share = rest / (names || columns.length || 1);
    return {
      widths: columns.map((each) => each.width + (names === 0 || isName(each) ? share : 0)),
      isTall: false,
    };
  }
  const least = sum(({ leastWidth }) => leastWidth);
  const part = Math.min(1, Math.max(0, (available - least) / Math.max(1, whole - least)));
  return {
    widths: columns.map(({ width, leastWidth }) => leastWidth + (width - leastWidth) * part),
    isTall: names > 0,
  };
}
