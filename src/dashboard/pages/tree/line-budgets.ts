import { request } from '../../api/request.ts';
import { DashboardLineBudgetsDocument, type DashboardLineBudgetsQuery } from '../../generated/graphql.ts';

/** Lines of a page, and pages that are read; a campaign with more lines has no sum. */
const MAX_PAGES = 20;

export interface LineBudgets {
  readonly sum: number;
  readonly lines: number;
}

type Lines = NonNullable<DashboardLineBudgetsQuery['campaign']>['lines'];

/** The budgets of all flights of all lines of a campaign. */
export async function lineBudgets(id: string, signal: AbortSignal): Promise<LineBudgets | null> {
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
