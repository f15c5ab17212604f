import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { number } from '../../../parts/format.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { ShowQuery } from '../../../parts/show-query.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import type { Entry } from '../builder/choices.ts';
import { columnsOf, hasCountryNote } from '../columns.ts';
import type { ReportShape } from '../shape.ts';
import { layoutOf } from './column-layout.ts';
import { ReportPlot } from './report-plot.tsx';
import { Row, Spacer } from './report-row.tsx';
import { RowHead } from './row-head.tsx';
import { firstSorting, orderOfRows, type RowSorting, sortedBy } from './row-order.ts';
import { largestOf } from './shares.ts';
import { TableColumns, widthOf } from './table-columns.tsx';
import { TotalRow } from './total-row.tsx';
import { totalsOf } from './totals.ts';
import { useReportRows } from './use-report-rows.ts';
import { useWidth } from './use-width.ts';

const ROW_PX = 34;
/** Of two rows of text. */
const TALL_ROW_PX = 48;
/** Rows out of sight that are drawn: each frame of scrolling pays for them. */
const OVERSCAN = 6;
/** Pages are asked for before the end of what is there comes into sight: a second before it when scrolled fast. */
const AHEAD = 800;

interface Props {
  readonly id: string;
  readonly shape: ReportShape;
  /** All that reports have, in the words of the pages. */
  readonly catalog: { readonly dimensions: readonly Entry[]; readonly metrics: readonly Entry[] };
}

/** The rows of a finished report. Only those in sight are in the document, so 100,000 scroll like 100. */
export function ReportTable({ id, shape, catalog }: Props) {
  const { metrics } = catalog;
  const isCourse = shape.hasTime && shape.metricCount > 0;
  const box = useRef<HTMLElement>(null);
  const { query, result, first, count, cellsAt, groups } = useReportRows(id, shape);
  const { error, fetchNextPage, hasNextPage, isFetching } = result;
  const all = useMemo(
    () => (first ? columnsOf(first.columns, first.nodes, shape, catalog) : []),
    [first, shape, catalog],
  );
  const names = useMemo(() => all.slice(-shape.metricCount).map(({ name }) => name), [all, shape]);
  const [hasIds, setHasIds] = useState(false);
  const columns = useMemo(() => (hasIds ? all : all.filter(({ isId }) => !isId)), [all, hasIds]);
  const [chosen, setSorting] = useState<RowSorting>();
  const sorting = chosen ?? (hasNextPage ? undefined : firstSorting(shape));
  const order = useMemo(() => {
    const column = !hasNextPage && all.find(({ at }) => at === sorting?.at);
    return column && sorting ? orderOfRows({ count, cellsAt }, column, sorting.descending, shape) : undefined;
  }, [all, sorting, hasNextPage, count, cellsAt, shape]);
  const indexAt = (place: number) => order?.[place] ?? place;
  const barred = useMemo(() => {
    if (shape.hasTime || hasNextPage || count < 2) return undefined;
    const column = all.find(({ at, measure }) => measure && at === sorting?.at);
    if (!column) return undefined;
    return { column, largest: largestOf({ count, cellsAt }, column, shape) };
  }, [all, sorting?.at, hasNextPage, count, cellsAt, shape]);
  const width = useWidth(box, first !== undefined && first.totalCount > 0);
  const totals = useMemo(
    () => (hasNextPage || count < 2 ? [] : totalsOf(groups, shape, metrics)),
    [hasNextPage, count, groups, shape, metrics],
  );
  const layout = useMemo(() => layoutOf(columns, width, totals), [columns, width, totals]);
  const rowPx = layout.isTall ? TALL_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand elsewhere
  useEffect(() => virtual.measure(), [rowPx]);
  const [wantsAll, setWantsAll] = useState(false);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    const isWanted = wantsAll || last > count - AHEAD;
    if (hasNextPage && !isFetching && !error && isWanted) void fetchNextPage();
  }, [last, wantsAll, count, hasNextPage, isFetching, error, fetchNextPage]);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section className="widget" aria-label="Rows">
      <header className="widget-head">
        <h2>Rows {first && <span className="muted">{number(first.totalCount)}</span>}</h2>
        {all.some(({ isId }) => isId) && (
          <label className="check">
            <input type="checkbox" checked={hasIds} onChange={({ target }) => setHasIds(target.checked)} />
            Show IDs
          </label>
        )}
        <ShowQuery query={query} variables={{ id }} title="Rows" />
      </header>
      {error && <ProblemNote read={{ result }} />}
      {!first && !error && <Waiting />}
      {hasCountryNote(shape) && (
        <p className="note">
          Conversions do not have a country. They are counted in the row “Unknown” only, and figures that need
          them are “–” in the rows of countries.
        </p>
      )}
      {first && isCourse && !hasNextPage && <ReportPlot {...{ shape, names, metrics, groups }} />}
      {isCourse && hasNextPage && (
        <p className="row">
          <button type="button" disabled={wantsAll} onClick={() => setWantsAll(true)}>
            Load all rows to plot them
          </button>
          <span className="muted" role="status">
            {number(count)} of {number(first?.totalCount ?? 0)} loaded
          </span>
        </p>
      )}
      {first?.totalCount === 0 && (
        <p className="empty">
          Nothing was delivered in these days that matches the report. Choose other days, or fewer filters.
        </p>
      )}
      {first && first.totalCount > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="table-box tall" ref={box} tabIndex={0} aria-label="Table of rows">
          <table
            className={layout.isTall ? 'fixed two-lines' : 'fixed'}
            style={{ width: widthOf(layout) }}
            aria-label="Rows"
            aria-rowcount={first.totalCount + 1}
          >
            <TableColumns columns={columns} layout={layout} />
            <thead>
              <tr>
                {columns.map((column) => (
                  <RowHead
                    key={column.name}
                    column={column}
                    sorting={sorting}
                    onSort={() => {
                      // Only all rows can be put in an order.
                      setWantsAll(true);
                      setSorting(sortedBy(sorting, column));
                    }}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} />
              {items.map(({ index, key }) => (
                <Row
                  key={key}
                  index={index}
                  cells={cellsAt(indexAt(index))}
                  columns={columns}
                  shape={shape}
                  barred={barred}
                />
              ))}
              <Spacer height={after} />
            </tbody>
            {totals.length > 0 && (
              <tfoot>
                <TotalRow columns={columns} totals={totals} />
              </tfoot>
            )}
          </table>
        </section>
      )}
    </section>
  );
}
