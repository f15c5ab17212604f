import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import {
  DashboardAlertsOfAdvertiserDocument,
  type DashboardAlertsOfAdvertiserQuery,
  type DashboardLineAlertFragment,
} from '../../generated/graphql.ts';
import type { LineFound } from './line.tsx';

/** Pages of a hundred alerts. */
const MAX_PAGES = 5;

async function alertOf(
  { id, advertiser }: LineFound,
  signal: AbortSignal,
): Promise<DashboardLineAlertFragment | null> {
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { lineAlerts }: DashboardAlertsOfAdvertiserQuery = await request(
      DashboardAlertsOfAdvertiserDocument,
      { advertiserId: advertiser.id, after },
      { signal },
    );
    const found = lineAlerts.nodes.find(({ line }) => line?.id === id);
    if (found) return found;
    after = lineAlerts.pageInfo.hasNextPage ? (lineAlerts.pageInfo.endCursor ?? null) : null;
    if (!after) break;
  }
  return null;
}

/** Why a line needs attention; undefined where it does not, or while that is not known. Only active lines do. */
export function useLineAlert(line: LineFound): DashboardLineAlertFragment | undefined {
  const { data } = useQuery<DashboardLineAlertFragment | null, Problem>({
    queryKey: [String(DashboardAlertsOfAdvertiserDocument), line.id],
    queryFn: ({ signal }) => alertOf(line, signal),
    enabled: line.status === 'ACTIVE',
  });
  return (line.status === 'ACTIVE' && data) || undefined;
}
