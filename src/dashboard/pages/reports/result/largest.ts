import type { Scope } from '../../../parts/figures/scope.ts';
import type { Measure } from '../builder/measures.ts';
import { type ReportColumn, shown, valueIn } from '../columns.ts';
import type { ReportShape } from '../shape.ts';

/** More bars than this are no picture any more: the table has the rest. */
export const MOST_BARS = 10;

export interface Bar {
  readonly index: number;
  /** What the row is about, from the widest to the narrowest. */
  readonly names: readonly string[];
  /** The page of the narrowest. */
  readonly page: { readonly type: NonNullable<ReportColumn['type']>; readonly id: string } | undefined;
  readonly value: number;
  /** As it stands in the row. */
  readonly cell: string;
  readonly scope: Scope;
  /** Of the largest. */
  readonly share: number;
}

export interface Largest {
  /** '' where amounts are in several currencies within a row, or there are no amounts. */
  readonly currency: string;
  readonly bars: readonly Bar[];
  /** Rows that have a value. */
  readonly count: number;
}

interface Rows {
  readonly count: number;
  readonly cellsAt: (index: number) => readonly string[];
}

/** The rows in which a metric is largest, for each currency of its amounts; the currency with most rows first. */
export function largestIn(
  { count, cellsAt }: Rows,
  columns: readonly ReportColumn[],
  column: ReportColumn & { readonly measure: Measure },
  shape: Pick<ReportShape, 'scopeOf' | 'currencyOf'>,
): readonly Largest[] {
  const { measure, at } = column;
  const named = columns.filter(({ isId, measure }) => !isId && measure === undefined);
  const found = new Map<string, Omit<Bar, 'share'>[]>();
  for (let index = 0; index < count; index += 1) {
    const cells = cellsAt(index);
    const scope = shape.scopeOf(cells);
    const cell = cells[at] ?? '';
    const value = valueIn(cell, measure, scope.country);
    if (value === null || value < 0) continue;
    const own = shape.currencyOf(cells);
    const currency = measure.kind === 'money' ? own : '';
    const names = named.map((each) => shown(cells[each.at] ?? '', each, { currency: own }));
    const last = named.findLast(({ type, at }) => type !== undefined && cells[at - 1]);
    const page = last?.type && { type: last.type, id: cells[last.at - 1] ?? '' };
    const bars = found.get(currency) ?? [];
    bars.push({ index, names, page, value, cell, scope });
    found.set(currency, bars);
  }
  return [...found]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([currency, bars]) => {
      const shownBars = bars.sort((one, other) => other.value - one.value).slice(0, MOST_BARS);
      const most = shownBars[0]?.value || 1;
      return {
        currency,
        count: bars.length,
        bars: shownBars.map((bar) => ({ ...bar, share: bar.value / most })),
      };
    });
}
