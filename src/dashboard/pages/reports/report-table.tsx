import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import {
  DashboardReportRowsDocument,
  type DashboardReportRowsQuery as Page,
} from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowQuery } from '../../parts/show-query.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { ReportPlot } from './report-plot.tsx';

const ROW_PX = 34;
/** Pages are asked for before the end of what is there comes into sight. */
const AHEAD = 400;

interface Props {
  readonly id: string;
  /** Metrics to plot; none where rows are not about times. */
  readonly metricCount: number;
}

/** The rows of a finished report. Only those in sight are in the document, so 100,000 scroll like 100. */
export function ReportTable({ id, metricCount }: Props) {
  const box = useRef<HTMLElement>(null);
  const query = String(DashboardReportRowsDocument);
  const result = useInfiniteQuery<Page, Problem, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: [query, { id }],
    queryFn: ({ pageParam, signal }) =>
      request(DashboardReportRowsDocument, { id, after: pageParam }, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ report }) =>
      report?.rows?.pageInfo.hasNextPage ? (report.rows.pageInfo.endCursor ?? null) : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing all rows that are there with themselves, for each page that comes, would hold up frames.
    structuralSharing: false,
  });
  const { data, error, fetchNextPage, hasNextPage, isFetching } = result;
  const first = data?.pages[0]?.report?.rows;
  const rows = useMemo(
    () => data?.pages.flatMap(({ report }) => report?.rows?.nodes.map(({ cells }) => cells) ?? []) ?? [],
    [data],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const [wantsAll, setWantsAll] = useState(false);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    const isWanted = wantsAll || last > rows.length - AHEAD;
    if (hasNextPage && !isFetching && !error && isWanted) void fetchNextPage();
  }, [last, wantsAll, rows.length, hasNextPage, isFetching, error, fetchNextPage]);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section className="widget" aria-label="Rows">
      <header className="widget-head">
        <h2>Rows {first && <span className="muted">{number(first.totalCount)}</span>}</h2>
        <ShowQuery query={query} variables={{ id }} title="Rows" />
      </header>
      {error && <ProblemNote read={{ result }} />}
      {!first && !error && <Waiting />}
      {first && metricCount > 0 && !hasNextPage && (
        <ReportPlot columns={first.columns} rows={rows} metricCount={metricCount} />
      )}
      {metricCount > 0 && hasNextPage && (
        <p className="row">
          <button type="button" disabled={wantsAll} onClick={() => setWantsAll(true)}>
            Load all rows to plot them
          </button>
          <span className="muted" role="status">
            {number(rows.length)} of {number(first?.totalCount ?? 0)} loaded
          </span>
        </p>
      )}
      {first && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="table-box tall" ref={box} tabIndex={0} aria-label="Rows of the report">
          <table aria-rowcount={first.totalCount + 1}>
            <thead>
              <tr>
                {first.columns.map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} />
              {items.map(({ index, key }) => (
                <Row key={key} index={index} cells={rows[index] ?? NONE} columns={first.columns} />
              ))}
              <Spacer height={after} />
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

const NONE: readonly string[] = [];

interface RowProps {
  readonly index: number;
  readonly cells: readonly string[];
  readonly columns: readonly string[];
}

/** Each frame of scrolling brings a few rows; those that stay in sight are not made again. */
const Row = memo(function Row({ index, cells, columns }: RowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      {cells.map((cell, column) => (
        <td key={columns[column]} className={isNumeric(cell) ? 'num' : undefined}>
          <bdi>{cell}</bdi>
        </td>
      ))}
    </tr>
  );
});

const isNumeric = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);

/** Holds the place of the rows out of sight. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}
