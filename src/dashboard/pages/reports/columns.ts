import { full } from '../../parts/figures/metrics.ts';
import type { PAGES } from '../../parts/pages.ts';
import type { Measure } from './builder/measures.ts';
import { COUNTRY } from './shape.ts';

/** How a column of a report is shown. */
export interface ReportColumn {
  readonly name: string;
  /** The place of its cells in a row. */
  readonly at: number;
  /** The ID of what the next column names. */
  readonly isId: boolean;
  /** What the names are those of, where that has a page. */
  readonly type?: keyof typeof PAGES | undefined;
  readonly isNumeric: boolean;
  /** Of a metric. */
  readonly measure?: Measure | undefined;
  /** The dimension whose names the column has. */
  readonly names?: number | undefined;
  /** In characters: rows that come into sight do not move the columns. */
  readonly width: number;
}

interface Shape {
  readonly measures: readonly Measure[];
  readonly dimensions: readonly { readonly id: number; readonly at: number }[];
}

const TYPES: Readonly<Record<number, keyof typeof PAGES>> = {
  4: 'Advertiser',
  5: 'Campaign',
  6: 'Line',
  10001: 'Ad',
};

const [NARROWEST, WIDEST] = [8, 40];
const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);

/** Metrics are the last columns; whether another has numbers, and how wide each is, the first rows tell. */
export function columnsOf(
  names: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
  { measures, dimensions }: Shape,
): readonly ReportColumn[] {
  return names.map((name, at) => {
    const measure = measures[at - (names.length - measures.length)];
    const cells = rows.map(({ cells }) => cells[at] ?? '');
    const written = measure
      ? cells.map((cell) => writtenLength(cell, measure))
      : cells.map(({ length }) => length);
    // Heads of figures break into lines.
    const head = measure
      ? Math.max(...name.split(' ').map(({ length }) => length), name.length / 2)
      : name.length;
    const longest = Math.ceil(Math.max(head, ...written));
    const dimension = dimensions.find((each) => each.at + 1 === at)?.id;
    return {
      ...{
        name,
        at,
        measure,
        names: dimension,
        type: dimension === undefined ? undefined : TYPES[dimension],
      },
      isId: dimensions.some((each) => each.at === at),
      isNumeric:
        measure !== undefined || (cells.length > 0 && cells.every((cell) => cell === '' || isNumber(cell))),
      width: Math.min(WIDEST, Math.max(NARROWEST, longest)) + 3,
    };
  });
}

/** An amount of two places, in a currency of up to three letters. */
const writtenLength = (cell: string, { kind }: Measure): number =>
  full(isNumber(cell) ? Number(cell) : null, kind, 'CHF').length;

/** Names are cut where there is no room for all of them; times, IDs and figures are not. */
export const takesRest = ({ isId, isNumeric, width }: ReportColumn): boolean =>
  !isId && !isNumeric && width > LEAST_NAME;

/** Of a name that shares the room, in characters: fewer could not be told apart. */
const LEAST_NAME = 18;

/** What all columns need together, in characters; beyond, the table scrolls sideways. */
export const leastWidth = (columns: readonly ReportColumn[]): number =>
  columns.reduce((sum, column) => sum + (takesRest(column) ? LEAST_NAME : column.width), 0);

const NONE = '–';
/** What a package is called where there is none; other dimensions without a name are unknown. */
const NO_PACKAGE = 149;

/** The value of a metric in a row; null where it has none, which is so for conversions in a row of a country. */
export function valueIn(
  cell: string,
  { ratio, hasConversions }: Measure,
  country: string | undefined,
): number | null {
  if (!isNumber(cell)) return null;
  const value = Number(cell);
  if (country === undefined || !hasConversions) return value;
  // Conversions know no country. Their row has no spend, so that a cost or a return of it means nothing.
  if (country === '') return ratio ? null : value;
  return value === 0 ? null : value;
}

/** A metric with its unit; IDs and names as they are, and a name for what has none. */
export function shown(
  cell: string,
  { measure, names }: ReportColumn,
  row: { readonly currency: string; readonly country?: string | undefined },
): string {
  if (measure) {
    const value = valueIn(cell, measure, row.country);
    return measure.kind === 'money' && row.currency === '' && value !== null
      ? cell
      : full(value, measure.kind, row.currency);
  }
  if (cell !== '' || names === undefined) return cell;
  return names === NO_PACKAGE ? NONE : 'Unknown';
}

export const hasCountryNote = ({ measures, dimensions }: Shape): boolean =>
  dimensions.some(({ id }) => id === COUNTRY) && measures.some(({ hasConversions }) => hasConversions);
