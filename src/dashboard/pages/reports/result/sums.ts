import { ratioOf } from '../../../parts/figures/metrics.ts';
import type { Measure } from '../builder/measures.ts';

/** What rows have in common: their step, or nothing, and the currency of their amounts. */
export interface Group {
  rows: number;
  /** The sum of each metric. A ratio's is its value while there is one row. */
  readonly sums: number[];
  /** Whether any row has a value. */
  readonly isGiven: boolean[];
  /**
   * Of a ratio whose dividend the rows do not have, that dividend: each row's ratio times its divisor. NaN where a row
   * does not tell.
   */
  readonly dividends: number[];
}

/** By currency, then by the text in the column of times; '' where there is none. */
export type Groups = ReadonlyMap<string, ReadonlyMap<string, Group>>;

const newGroup = (metrics: number): Group => ({
  rows: 0,
  sums: Array.from({ length: metrics }, () => 0),
  isGiven: Array.from({ length: metrics }, () => false),
  dividends: Array.from({ length: metrics }, () => 0),
});

interface Shape {
  readonly measures: readonly Measure[];
  readonly metricCount: number;
  readonly hasTime: boolean;
  readonly currencyOf: (cells: readonly string[]) => string;
}

/** Adds up rows by step and currency. */
export function groupsOf(rows: readonly (readonly string[])[], shape: Shape): Groups {
  const groups = new Map<string, Map<string, Group>>();
  for (const cells of rows) {
    const group = groupAt(
      groups,
      shape.currencyOf(cells),
      shape.hasTime ? (cells[0] ?? '') : '',
      shape.metricCount,
    );
    group.rows += 1;
    const values = cells
      .slice(cells.length - shape.metricCount)
      .map((cell) => (cell === '' ? Number.NaN : Number(cell)));
    for (const [at, value] of values.entries()) {
      const { ratio } = shape.measures[at] ?? {};
      if (ratio) {
        const divisor = values[shape.measures.findIndex(({ id }) => id === ratio.over)] ?? Number.NaN;
        group.dividends[at] = (group.dividends[at] ?? 0) + (value * divisor) / (ratio.times ?? 1);
      }
      if (Number.isNaN(value)) continue;
      group.sums[at] = (group.sums[at] ?? 0) + value;
      group.isGiven[at] = true;
    }
  }
  return groups;
}

function groupAt(
  groups: Map<string, Map<string, Group>>,
  currency: string,
  time: string,
  metrics: number,
): Group {
  const times = groups.get(currency) ?? new Map<string, Group>();
  groups.set(currency, times);
  const group = times.get(time) ?? newGroup(metrics);
  times.set(time, group);
  return group;
}

/** The groups of several pages of rows together, or fewer, larger ones. */
export function addGroups(
  pages: readonly Groups[],
  metrics: number,
  {
    timeOf = (time) => time,
    currencyOf = (currency) => currency,
  }: { readonly timeOf?: (time: string) => string; readonly currencyOf?: (currency: string) => string } = {},
): Groups {
  const groups = new Map<string, Map<string, Group>>();
  for (const page of pages)
    for (const [currency, times] of page)
      for (const [time, added] of times) {
        const group = groupAt(groups, currencyOf(currency), timeOf(time), metrics);
        group.rows += added.rows;
        for (let at = 0; at < metrics; at += 1) {
          group.sums[at] = (group.sums[at] ?? 0) + (added.sums[at] ?? 0);
          group.isGiven[at] ||= added.isGiven[at] ?? false;
          group.dividends[at] = (group.dividends[at] ?? 0) + (added.dividends[at] ?? 0);
        }
      }
  return groups;
}

/** Six places, as in reports: floating point adds digits that the rows do not have. */
const exact = (value: number): number => Number(value.toFixed(6));

/**
 * A metric of a group: its sum, or the ratio of two sums. Undefined for a ratio of several rows whose sums the rows do
 * not tell, null for one without a denominator.
 */
export function figureIn(group: Group, measures: readonly Measure[], at: number): number | null | undefined {
  const ratio = measures[at]?.ratio;
  if (!ratio) return exact(group.sums[at] ?? 0);
  const [sum, over] = [ratio.sum, ratio.over].map((id) => measures.findIndex((each) => each.id === id));
  if (sum !== undefined && over !== undefined && sum >= 0 && over >= 0)
    return ratioOf(group.sums[sum] ?? 0, group.sums[over] ?? 0, ratio.times);
  if (group.rows === 1) return group.isGiven[at] ? (group.sums[at] ?? null) : null;
  const dividend = group.dividends[at] ?? Number.NaN;
  if (over === undefined || over < 0 || Number.isNaN(dividend)) return undefined;
  return ratioOf(dividend, group.sums[over] ?? 0, ratio.times);
}
