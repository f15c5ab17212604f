import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { figureData } from '../../../parts/figures/figure.tsx';
import { PAGES } from '../../../parts/pages.ts';
import { type ReportColumn, shown, takesRest, valueIn } from '../columns.ts';
import type { ReportShape } from '../shape.ts';

interface RowProps {
  readonly index: number;
  readonly cells: readonly string[];
  readonly columns: readonly ReportColumn[];
  readonly shape: ReportShape;
}

/** Each frame of scrolling brings a few rows; those that stay in sight are not made again. */
export const Row = memo(function Row({ index, cells, columns, shape }: RowProps) {
  const currency = shape.currencyOf(cells);
  const scope = shape.scopeOf(cells);
  const days = shape.daysOfRow(cells);
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map((column) => {
        const { at, measure, type } = column;
        const id = cells[at - 1];
        const cell = cells[at] ?? '';
        return (
          <td
            key={column.name}
            dir="auto"
            title={takesRest(column) ? cell : undefined}
            className={column.isNumeric ? 'num' : undefined}
            {...(measure &&
              figureData({
                ...{ metric: measure.metric, kind: measure.kind, currency },
                value: valueIn(cell, measure, scope.country) === null ? null : cell,
                scope: { ...scope, ...days },
              }))}
          >
            {type && id ? (
              <Link to={PAGES[type]} params={{ id }}>
                {shown(cell, column, { currency, country: scope.country }) || id}
              </Link>
            ) : (
              shown(cell, column, { currency, country: scope.country })
            )}
          </td>
        );
      })}
    </tr>
  );
});

/** Holds the place of the rows out of sight. */
export function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}
