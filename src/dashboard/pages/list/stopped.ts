import { useRead } from '../../api/use-read.ts';
import { DashboardStoppedLinesDocument, type DashboardStoppedLinesQuery } from '../../generated/graphql.ts';

type Line = DashboardStoppedLinesQuery['lines']['nodes'][number];

/** How many active lines of each owner cannot deliver; undefined until it is known, and where there are too many. */
export function useStopped(ownerOf: (line: Line) => string): ReadonlyMap<string, number> | undefined {
  const { result } = useRead(DashboardStoppedLinesDocument, {});
  return countBy(result.data?.lines, ownerOf);
}

/** How many lines each owner has among those of a page; undefined if there are lines on other pages, too. */
export function countBy<Line>(
  lines: { readonly totalCount: number; readonly nodes: readonly Line[] } | undefined,
  ownerOf: (line: Line) => string,
): ReadonlyMap<string, number> | undefined {
  if (!lines || lines.totalCount > lines.nodes.length) return undefined;
  const counts = new Map<string, number>();
  for (const line of lines.nodes) counts.set(ownerOf(line), (counts.get(ownerOf(line)) ?? 0) + 1);
  return counts;
}
