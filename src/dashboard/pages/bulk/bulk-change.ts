import type { DashboardLineRowFragment, UpdateLineInput } from '../../generated/graphql.ts';
import { VERBS } from '../../parts/verbs.ts';

/** One change for many lines. */
export interface BulkChange {
  readonly what: keyof typeof WHAT;
  /** For bids and budgets: by how much, such as -10. */
  readonly percent: string;
}

export const WHAT = {
  ...VERBS,
  bid: 'Change the bid by a percentage',
  budget: 'Change the budgets by a percentage',
} as const;

export const needsPercent = ({ what }: BulkChange): boolean => what === 'bid' || what === 'budget';

export const isComplete = (change: BulkChange): boolean =>
  !needsPercent(change) || (change.percent.trim() !== '' && Number.isFinite(Number(change.percent)));

/** Four places are what an amount can have; the service says what it does not take. */
const scaled = (amount: string, percent: string): string =>
  String(Number((Number(amount) * (1 + Number(percent) / 100)).toFixed(4)));

/** The change as each line's input; the state in which it was seen is a precondition. */
export function inputFor(line: DashboardLineRowFragment, { what, percent }: BulkChange): UpdateLineInput {
  const { id, updatedAt, bidPrice, schedules } = line;
  if (what === 'bid') return { id, updatedAt, ...(bidPrice && { bidPrice: scaled(bidPrice, percent) }) };
  if (what !== 'budget') return { id, updatedAt, status: what };
  const budgets = schedules.flatMap(({ id, budget }) =>
    budget ? [{ id, budget: scaled(budget, percent) }] : [],
  );
  return { id, updatedAt, schedules: budgets };
}
