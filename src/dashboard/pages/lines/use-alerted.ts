import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import type { Read } from '../../api/use-read.ts';
import {
  DashboardAlertedLinesDocument,
  type DashboardAlertedLinesQuery,
  LineAlertReason,
  type LineFilter,
} from '../../generated/graphql.ts';

/** Pages of a hundred lines; a filter takes a hundred IDs in each of its conditions. */
const MAX_PAGES = 10;

/** No line. */
export const NONE: LineFilter = { id: { in: [] } };

async function idsOf(reason: LineAlertReason, signal: AbortSignal): Promise<readonly string[][]> {
  const pages: string[][] = [];
  let after: string | null = null;
  do {
    const { lineAlerts }: DashboardAlertedLinesQuery = await request(
      DashboardAlertedLinesDocument,
      { reason, after },
      { signal },
    );
    pages.push(lineAlerts.nodes.flatMap(({ line }) => (line ? [line.id] : [])));
    after = lineAlerts.pageInfo.hasNextPage ? (lineAlerts.pageInfo.endCursor ?? null) : null;
  } while (after && pages.length < MAX_PAGES);
  return pages;
}

/** The lines that need attention for a reason. */
export function useAlerted(alert: string | undefined): {
  readonly read: Read<readonly string[][]>;
  /** Undefined until it is known. */
  readonly filter: LineFilter | undefined;
} {
  const reason = Object.values(LineAlertReason).find((each) => each === alert);
  const query = String(DashboardAlertedLinesDocument);
  const result = useQuery<readonly string[][], Problem>({
    queryKey: [query, reason],
    queryFn: ({ signal }) => idsOf(reason as LineAlertReason, signal),
    enabled: reason !== undefined,
  });
  const read = { query, variables: { reason }, result };
  return { read, filter: reason ? filterOf(result.data) : {} };
}

function filterOf(pages: readonly string[][] | undefined): LineFilter | undefined {
  if (!pages) return undefined;
  return pages.flat().length === 0 ? NONE : { or: pages.map((ids) => ({ id: { in: ids } })) };
}
