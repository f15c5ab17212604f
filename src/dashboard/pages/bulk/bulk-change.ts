import type { DashboardLineRowFragment, UpdateLineInput } from '../../generated/graphql.ts';
import { VERBS } from '../../parts/verbs.ts';

/** No change is preselected, so that a single tap changes nothing. */
export const NO_CHOICE = ['', 'Choose a change'] as const;

/** One change for many lines. */
export interface BulkChange {
  /** Undefined until it is chosen. */
  readonly what: keyof typeof WHAT | undefined;
  /** For bids and budgets: by how much, as it was typed, such as `-10`. */
  readonly percent: string;
}

export const WHAT = {
  ...VERBS,
  bid: 'Change the bid by a percentage',
  budget: 'Change the budgets by a percentage',
} as const;

export const needsPercent = ({ what }: BulkChange): boolean => what === 'bid' || what === 'budget';

/**
 * `7.5`, `7,5`, `+7.5 %` and `−10` are understood. Undefined for what is no number, and for `1,000`, which is one
 * percent to some people and a thousand to others.
 */
export function percentOf(text: string): number | undefined {
  const typed = text.replaceAll(/\s/g, '').replace('−', '-').replace(/%$/, '');
  if (!/^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/.test(typed) || /\d,\d{3}$/.test(typed)) return undefined;
  return Number(typed.replace(',', '.'));
}

/** What is wrong with the percentage; undefined while there is none. */
export const percentIssue = ({ percent }: BulkChange): string | undefined =>
  percent.trim() === '' || percentOf(percent) !== undefined
    ? undefined
    : 'Enter a number of percent, such as 7.5 or -10.';

export const isComplete = (change: BulkChange): boolean =>
  change.what !== undefined && (!needsPercent(change) || percentOf(change.percent) !== undefined);

/** Four places are what an amount can have; the service says what it does not take. */
const scaled = (amount: string, percent: number): string =>
  String(Number((Number(amount) * (1 + percent / 100)).toFixed(4)));

/** The change as each line's input; the state in which it was seen is a precondition. */
export function inputFor(line: DashboardLineRowFragment, change: BulkChange): UpdateLineInput {
  const { what } = change;
  const percent = percentOf(change.percent) ?? 0;
  const { id, updatedAt, bidPrice, schedules } = line;
  if (what === 'bid') return { id, updatedAt, ...(bidPrice && { bidPrice: scaled(bidPrice, percent) }) };
  if (what !== 'budget') return { id, updatedAt, ...(what && { status: what }) };
  const budgets = schedules.flatMap(({ id, budget }) =>
    budget ? [{ id, budget: scaled(budget, percent) }] : [],
  );
  return { id, updatedAt, schedules: budgets };
}

/** What was done with so many rows: `12 lines paused`, `Bids of 5 lines changed`. */
export function doneWith(rows: string, { what }: BulkChange): string {
  switch (what) {
    case 'bid':
      return `Bids of ${rows} changed`;
    case 'budget':
      return `Budgets of ${rows} changed`;
    case 'ACTIVE':
      return `${rows} activated`;
    case 'PAUSED':
      return `${rows} paused`;
    default:
      return `${rows} deactivated`;
  }
}
