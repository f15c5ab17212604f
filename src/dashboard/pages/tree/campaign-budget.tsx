import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import { type DashboardCampaignQuery, DashboardLineBudgetsDocument } from '../../generated/graphql.ts';
import { counted, money, percent } from '../../parts/format.ts';
import { datesText } from '../campaigns/dates-text.ts';
import { type LineBudgets, lineBudgets } from './line-budgets.ts';

type Campaign = NonNullable<DashboardCampaignQuery['campaign']>;

/** What the budgets of the flights of a campaign's lines are together. */
function SumOfLines({ id, currency }: { readonly id: string; readonly currency: string }) {
  const { data } = useQuery<LineBudgets | null, Problem>({
    queryKey: [String(DashboardLineBudgetsDocument), id],
    queryFn: ({ signal }) => lineBudgets(id, signal),
  });
  return data ? `${money(data.sum, currency)} in ${counted(data.lines, 'line')}` : '–';
}

/** A campaign's budget, what is spent of it, and what its lines may spend. */
export function budgetFacts({ id, budget, budgetType, dailyBudget, spent, spentToday, ...own }: Campaign) {
  const { startDate, endDate, advertiser } = own;
  const { currency, timezone } = advertiser;
  const isDaily = budgetType === 'DAILY';
  const { amount } = (isDaily ? spentToday : spent).spend;
  const share = budget ? `, ${percent(Number(amount) / Math.max(Number(budget), Number.EPSILON), 0)}` : '';
  const left = budget ? Math.max(0, Number(budget) - Number(amount)) : undefined;
  const dates = datesText({ startDate, endDate }, timezone);
  return [
    ['Budget', budget ? `${money(budget, currency)}${isDaily ? ' a day' : ''}` : 'None'],
    [isDaily ? 'Spent today' : 'Spent', `${money(amount, currency)}${share}`],
    ...(left === undefined ? [] : [['Left', money(left, currency)] as const]),
    ...(dailyBudget ? [['Most per day', money(dailyBudget, currency)] as const] : []),
    ...(dates ? [['Dates', dates] as const] : []),
    ['Budgets of its lines', <SumOfLines key="lines" id={id} currency={currency} />],
  ] as const;
}
