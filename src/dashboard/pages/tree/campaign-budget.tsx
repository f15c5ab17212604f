import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import {
  type DashboardCampaignQuery,
  DashboardLineBudgetsDocument,
  type DashboardLineBudgetsQuery,
} from '../../generated/graphql.ts';
import { counted, money, percent } from '../../parts/format.ts';

type Campaign = NonNullable<DashboardCampaignQuery['campaign']>;

/** Lines of a page, and pages that are read; a campaign with more lines has no sum. */
const MAX_PAGES = 20;

interface Budgets {
  readonly sum: number;
  readonly lines: number;
}

type Lines = NonNullable<DashboardLineBudgetsQuery['campaign']>['lines'];

/** The budgets of all flights of all lines. */
async function budgetsOf(id: string, signal: AbortSignal): Promise<Budgets | null> {
  let sum = 0;
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: DashboardLineBudgetsQuery = await request(
      DashboardLineBudgetsDocument,
      { id, after },
      { signal },
    );
    const found: Lines | undefined = answer.campaign?.lines;
    if (!found) return null;
    const { nodes, pageInfo, totalCount } = found;
    for (const { schedules } of nodes) for (const { budget } of schedules) sum += Number(budget ?? 0);
    if (!pageInfo.hasNextPage) return { sum, lines: totalCount };
    after = pageInfo.endCursor ?? null;
  }
  return null;
}

/** What the budgets of the flights of a campaign's lines are together. */
function LineBudgets({ id, currency }: { readonly id: string; readonly currency: string }) {
  const { data } = useQuery<Budgets | null, Problem>({
    queryKey: [String(DashboardLineBudgetsDocument), id],
    queryFn: ({ signal }) => budgetsOf(id, signal),
  });
  return data ? `${money(data.sum, currency)} in ${counted(data.lines, 'line')}` : '–';
}

/** A campaign's budget, what is spent of it, and what its lines may spend. */
export function budgetFacts({ id, budget, budgetType, spent, spentToday, advertiser }: Campaign) {
  const { currency } = advertiser;
  const isDaily = budgetType === 'DAILY';
  const { amount } = (isDaily ? spentToday : spent).spend;
  const share = budget ? `, ${percent(Number(amount) / Math.max(Number(budget), Number.EPSILON), 0)}` : '';
  return [
    ['Budget', budget ? `${money(budget, currency)}${isDaily ? ' a day' : ''}` : 'None'],
    [isDaily ? 'Spent today' : 'Spent', `${money(amount, currency)}${share}`],
    ['Budgets of its lines', <LineBudgets key="lines" id={id} currency={currency} />],
  ] as const;
}
