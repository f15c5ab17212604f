import { full } from '../../parts/figures/metrics.ts';
import { days, hourOfDay, month } from '../../parts/format.ts';
import type { PAGES } from '../../parts/pages.ts';
import type { Interval } from '../../parts/period/steps.ts';
import type { Entry } from './builder/choices.ts';
import type { Measure } from './builder/measures.ts';
import { COUNTRY, type ReportShape } from './shape.ts';
import { headWidth, textWidth, twoLineWidth } from './text-width.ts';

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
  /** The steps that the column has. */
  readonly interval?: Interval | undefined;
  /** In pixels, for its texts in one row; rows that come into sight do not move the columns. */
  readonly width: number;
  /** In two rows; the same for what is no name. */
  readonly leastWidth: number;
}

type Shape = Pick<ReportShape, 'measures' | 'dimensions' | 'interval' | 'currencyOf'>;

const TYPES: Readonly<Record<number, keyof typeof PAGES>> = {
  4: 'Advertiser',
  5: 'Campaign',
  6: 'Line',
  10001: 'Ad',
};

const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);
/** The names of measures, as they stand in the catalogue of the pages. */
type Named = { readonly dimensions: readonly Entry[]; readonly metrics: readonly Entry[] };

/** Metrics are the last columns; whether another has numbers, and how wide each is, the first rows tell. */
export function columnsOf(
  headings: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[],
  shape: Shape,
  { dimensions: groups, metrics }: Named = { dimensions: [], metrics: [] },
): readonly ReportColumn[] {
  const { measures, dimensions, interval } = shape;
  return headings.map((heading, at) => {
    const measure = measures[at - (headings.length - measures.length)];
    const dimension = dimensions.find((each) => each.at + 1 === at)?.id;
    const owner = dimensions.find((each) => each.at === at)?.id;
    const called = (entries: readonly Entry[], id: number | undefined) =>
      entries.find((each) => each.id === id)?.name;
    const ownerName = called(groups, owner);
    const name =
      called(metrics, measure?.id) ?? called(groups, dimension) ?? (ownerName ? `${ownerName} ID` : heading);
    const cells = rows.map(({ cells }) => cells[at] ?? '');
    const column = {
      ...{ name, at, measure, names: dimension },
      type: dimension === undefined ? undefined : TYPES[dimension],
      isId: owner !== undefined,
      interval: at === 0 && interval ? interval : undefined,
      isNumeric:
        measure !== undefined || (cells.length > 0 && cells.every((cell) => cell === '' || isNumber(cell))),
    };
    const currencies = measure ? rows.map(({ cells }) => shape.currencyOf(cells)) : [];
    return { ...column, ...widthsOf(column, cells, currencies) };
  });
}

/** Of amounts whose currency is not known. */
const LONG_CURRENCY = 'CHF';
/** A name beyond this goes on in a second row. */
const WIDEST = 460;

function widthsOf(
  column: Omit<ReportColumn, 'width' | 'leastWidth'>,
  cells: readonly string[],
  currencies: readonly string[],
): Pick<ReportColumn, 'width' | 'leastWidth'> {
  const { name, measure, names, interval } = column;
  const head = headWidth(name, measure !== undefined);
  const texts = longest(
    cells.map((cell, row) => {
      if (measure)
        return full(isNumber(cell) ? Number(cell) : null, measure.kind, currencies[row] || LONG_CURRENCY);
      return interval ? stepText(cell, interval) : cell;
    }),
  );
  const width = Math.max(head, ...texts.map(textWidth));
  if (names === undefined) return { width, leastWidth: width };
  const inTwo = Math.max(head, ...texts.map(twoLineWidth));
  return { width: Math.min(WIDEST, width), leastWidth: Math.min(width, WIDEST, inTwo) };
}

/** Only the longest texts are measured. */
const longest = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].sort((one, other) => other.length - one.length).slice(0, 8);

/** A step as dates are written everywhere: `Nov 21, 2026`, `Nov 16 – 22, 2026`, `November 2026`. */
export function stepText(
  cell: string,
  interval: Interval,
  range: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): string {
  const day = cell.slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return cell;
  if (interval === 'HOUR') return hourOfDay(cell.slice(0, 16));
  const { from = day, to = day } = range;
  const isWhole = from.endsWith('-01') && lastOfMonth(from) === to;
  if (interval === 'MONTH' && (isWhole || from === to)) return month(day);
  return days(from, to);
}

const lastOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);

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
  { measure, names, interval }: ReportColumn,
  row: {
    readonly currency: string;
    readonly country?: string | undefined;
    readonly days?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined;
  },
): string {
  if (interval) return stepText(cell, interval, row.days);
  if (measure) {
    const value = valueIn(cell, measure, row.country);
    return measure.kind === 'money' && row.currency === '' && value !== null
      ? cell
      : full(value, measure.kind, row.currency);
  }
  if (cell !== '' || names === undefined) return cell;
  return names === NO_PACKAGE ? NONE : 'Unknown';
}

export const hasCountryNote = ({ measures, dimensions }: Pick<Shape, 'measures' | 'dimensions'>): boolean =>
  dimensions.some(({ id }) => id === COUNTRY) && measures.some(({ hasConversions }) => hasConversions);
