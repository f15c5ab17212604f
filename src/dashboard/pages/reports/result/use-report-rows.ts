import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Problem } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { DashboardReportRowsDocument, type DashboardReportRowsQuery } from '../../../generated/graphql.ts';
import type { ReportShape } from '../shape.ts';
import { type Groups, groupsOf } from './sums.ts';

type Rows = NonNullable<NonNullable<DashboardReportRowsQuery['report']>['rows']>;

/** A page of rows with what it adds to plot and totals: worked out page by page, no frame waits for all of them. */
interface Page {
  readonly rows: Rows | undefined;
  readonly groups: Groups;
}

const NONE: readonly string[] = [];

/** The rows of a report, page by page; all pages but the last have the same size. */
export function useReportRows(id: string, shape: ReportShape) {
  const query = String(DashboardReportRowsDocument);
  const result = useInfiniteQuery<Page, Problem, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: [query, { id }],
    queryFn: async ({ pageParam, signal }) => {
      const { report } = await request(DashboardReportRowsDocument, { id, after: pageParam }, { signal });
      const rows = report?.rows ?? undefined;
      const cells = rows?.nodes.map(({ cells }) => cells) ?? [];
      return { rows, groups: groupsOf(cells, shape) };
    },
    initialPageParam: null,
    getNextPageParam: ({ rows }) =>
      rows?.pageInfo.hasNextPage ? (rows.pageInfo.endCursor ?? null) : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing all rows that are there with themselves, for each page that comes, would hold up frames.
    structuralSharing: false,
  });
  const pages = result.data?.pages;
  const first = pages?.[0]?.rows;
  const size = first?.nodes.length ?? 1;
  const last = pages?.at(-1)?.rows?.nodes.length ?? 0;
  const cellsAt = useCallback(
    (index: number) => pages?.[Math.floor(index / size)]?.rows?.nodes[index % size]?.cells ?? NONE,
    [pages, size],
  );
  const groups = useMemo(() => pages?.map(({ groups }) => groups) ?? [], [pages]);
  return { query, result, first, count: pages ? (pages.length - 1) * size + last : 0, cellsAt, groups };
}
