import { useMemo, useRef } from 'react';
import { serviceNow } from '../../../../parts/service-clock.ts';
import { words } from '../../../../parts/words.ts';
import { columnsOf } from '../../columns.ts';
import { layoutOf } from '../../result/column-layout.ts';
import { Row } from '../../result/report-row.tsx';
import { largestOf } from '../../result/shares.ts';
import { TableColumns, widthOf } from '../../result/table-columns.tsx';
import { TotalRow } from '../../result/total-row.tsx';
import type { Total } from '../../result/totals.ts';
import { useWidth } from '../../result/use-width.ts';
import { type Owners, shapeOf } from '../../shape.ts';
import type { Catalog } from '../builder-fields.tsx';
import { inputOf, type ReportDraft } from '../report-draft.ts';

interface Props {
  readonly draft: ReportDraft;
  readonly catalog: Pick<Catalog, 'dimensions' | 'metrics'>;
  readonly owners: Owners;
  readonly cells: readonly (readonly string[])[];
  readonly totals?: readonly Total[] | undefined;
}

/** As many as a preview of nothing shows. */
const EMPTY_ROWS = 4;

/** The columns of a report as it stands, with the rows that are known; blank without. */
export function PreviewTable({ draft, catalog, owners, cells, totals }: Props) {
  const box = useRef<HTMLElement>(null);
  const shape = useMemo(
    () => shapeOf(inputOf(draft), new Date(serviceNow()).toISOString(), owners),
    [draft, owners],
  );
  const columns = useMemo(() => {
    const step = shape.interval ? [words(shape.interval)] : [];
    const headings = [
      ...step,
      ...draft.dimensions.flatMap((id) => [`${id} ID`, String(id)]),
      ...draft.metrics.map(String),
    ];
    return columnsOf(
      headings,
      cells.map((each) => ({ cells: each })),
      shape,
      catalog,
    ).filter(({ isId }) => !isId);
  }, [draft, cells, shape, catalog]);
  const width = useWidth(box, true);
  const layout = useMemo(() => layoutOf(columns, width, totals), [columns, width, totals]);
  const barred = useMemo(() => {
    const column = shape.interval ? undefined : columns.find(({ measure }) => measure);
    const rows = { count: cells.length, cellsAt: (index: number) => cells[index] ?? [] };
    return column && cells.length > 1 ? { column, largest: largestOf(rows, column, shape) } : undefined;
  }, [columns, cells, shape]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-box" ref={box} tabIndex={0} aria-label="Table of the preview">
      <table
        className={layout.isTall ? 'fixed two-lines' : 'fixed'}
        style={{ width: widthOf(layout) }}
        aria-label="Preview"
      >
        <TableColumns columns={columns} layout={layout} />
        <thead>
          <tr>
            {columns.map(({ name, isNumeric, measure }) => (
              <th key={name} className={measure || isNumeric ? 'num' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own
            <Row key={index} index={index} cells={each} {...{ columns, shape, barred }} />
          ))}
          {cells.length === 0 &&
            Array.from({ length: EMPTY_ROWS }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <tr key={at}>
                {columns.map(({ name }) => (
                  <td key={name}>
                    <span className="blank" />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
        {totals && (
          <tfoot>
            <TotalRow columns={columns} totals={totals} />
          </tfoot>
        )}
      </table>
    </section>
  );
}
