import { useRead } from '../../api/use-read.ts';
import { DashboardStoppedLinesDocument, type DashboardStoppedLinesQuery } from '../../generated/graphql.ts';

type Line = DashboardStoppedLinesQuery['lines']['nodes'][number];

/** Active lines that do not deliver now, by the owner of the lines. */
export interface StoppedLines {
  /** How many cannot until something is changed. */
  readonly stopped: ReadonlyMap<string, number>;
  /** How many have spent the budget of the day, and go on tomorrow. */
  readonly untilTomorrow: ReadonlyMap<string, number>;
}

/** How many active lines of each owner do not deliver; undefined until it is known, and where there are too many. */
export function useStopped(ownerOf: (line: Line) => string): StoppedLines | undefined {
  const { result } = useRead(DashboardStoppedLinesDocument, {});
  const isOfDay = ({ deliveryStatus }: Line) => deliveryStatus === 'STOP_DAILY_BUDGET';
  const stopped = countBy(result.data?.lines, ownerOf, (line) => !isOfDay(line));
  const untilTomorrow = countBy(result.data?.lines, ownerOf, isOfDay);
  return stopped && untilTomorrow && { stopped, untilTomorrow };
}

/** How many lines each owner has among those of a page; undefined if there are lines on other pages, too. */
export function countBy<Line>(
  lines: { readonly totalCount: number; readonly nodes: readonly Line[] } | undefined,
  ownerOf: (line: Line) => string,
  isCounted: (line: Line) => boolean = () => true,
): ReadonlyMap<string, number> | undefined {
  if (!lines || lines.totalCount > lines.nodes.length) return undefined;
  const counts = new Map<string, number>();
  for (const line of lines.nodes.filter(isCounted))
    counts.set(ownerOf(line), (counts.get(ownerOf(line)) ?? 0) + 1);
  return counts;
}
