import { serviceNow } from '../../parts/service-clock.ts';

const DAY_MS = 86_400_000;

interface Budgeted {
  readonly budget?: string | null;
  readonly budgetType?: string | null;
  readonly budgetSpent?: { readonly amount: string } | null;
  readonly endDate?: string | null;
}

/** What is left of the budget of its day, or of the whole campaign; undefined where there is none. */
export const leftOf = ({ budget, budgetSpent }: Budgeted): number | undefined =>
  budget && budgetSpent ? Math.max(0, Number(budget) - Number(budgetSpent.amount)) : undefined;

/** What has to be spent each day until the campaign ends; undefined for a budget without an end. */
export function neededOf(campaign: Budgeted, now = serviceNow()): number | undefined {
  const left = leftOf(campaign);
  const { budgetType, endDate } = campaign;
  const isOfDays = budgetType === 'DAILY' || budgetType === 'MONTHLY';
  if (left === undefined || !endDate || isOfDays || Date.parse(endDate) <= now) return undefined;
  // On its last day all that is left has to be spent.
  return left / Math.max(1, (Date.parse(endDate) - now) / DAY_MS);
}
