import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { figureData } from '../../parts/figures/figure.tsx';
import { number } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowQuery } from '../../parts/show-query.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import type { Entry } from './choices.ts';
import { columnsOf, hasCountryNote, type ReportColumn, shown, valueIn } from './columns.ts';
import { ReportPlot } from './report-plot.tsx';
import { ReportTotals } from './report-totals.tsx';
import type { ReportShape } from './shape.ts';
import { useReportRows } from './use-report-rows.ts';

const ROW_PX = 34;
/** Rows out of sight that are drawn: each frame of scrolling pays for them. */
const OVERSCAN = 6;
/** Pages are asked for before the end of what is there comes into sight: a second before it when scrolled fast. */
const AHEAD = 800;

interface Props {
  readonly id: string;
  readonly shape: ReportShape;
  /** All metrics that reports have. */
  readonly metrics: readonly Entry[];
}

/** The rows of a finished report. Only those in sight are in the document, so 100,000 scroll like 100. */
export function ReportTable({ id, shape, metrics }: Props) {
  const isCourse = shape.hasTime && shape.metricCount > 0;
  const box = useRef<HTMLElement>(null);
  const { query, result, first, count, cellsAt, groups } = useReportRows(id, shape);
  const { error, fetchNextPage, hasNextPage, isFetching } = result;
  const columns = useMemo(() => (first ? columnsOf(first.columns, first.nodes, shape) : []), [first, shape]);
  const names = useMemo(() => columns.slice(-shape.metricCount).map(({ name }) => name), [columns, shape]);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
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
      {first && !hasNextPage && <ReportTotals {...{ shape, names, groups }} />}
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
      {first && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="table-box tall" ref={box} tabIndex={0} aria-label="Table of rows">
          <table className="fixed" aria-label="Rows" aria-rowcount={first.totalCount + 1}>
            <colgroup>
              {columns.map(({ name, width }) => (
                <col key={name} style={{ width: `${width}ch` }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {columns.map(({ name, isNumeric }) => (
                  <th key={name} className={isNumeric ? 'num' : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Spacer height={before} />
              {items.map(({ index, key }) => (
                <Row key={key} index={index} cells={cellsAt(index)} columns={columns} shape={shape} />
              ))}
              <Spacer height={after} />
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

interface RowProps {
  readonly index: number;
  readonly cells: readonly string[];
  readonly columns: readonly ReportColumn[];
  readonly shape: ReportShape;
}

/** Each frame of scrolling brings a few rows; those that stay in sight are not made again. */
const Row = memo(function Row({ index, cells, columns, shape }: RowProps) {
  const currency = shape.currencyOf(cells);
  const scope = shape.scopeOf(cells);
  const days = shape.daysOfRow(cells);
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map((column, at) => {
        const { measure } = column;
        const cell = cells[at] ?? '';
        return (
          <td
            key={column.name}
            dir="auto"
            className={column.isNumeric ? 'num' : undefined}
            {...(measure &&
              figureData({
                ...{ metric: measure.metric, kind: measure.kind, currency },
                value: valueIn(cell, measure, scope.country) === null ? null : cell,
                scope: { ...scope, ...days },
              }))}
          >
            {shown(cell, column, { currency, country: scope.country })}
          </td>
        );
      })}
    </tr>
  );
});

/** Holds the place of the rows out of sight. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}
