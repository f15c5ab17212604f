import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo } from 'react';
import { figureData } from '../../../parts/figures/figure.tsx';
import { PAGES } from '../../../parts/pages.ts';
import { type ReportColumn, shown, valueIn } from '../columns.ts';
import type { ReportShape } from '../shape.ts';
import { type Largest, shareIn } from './shares.ts';

/** The column whose figures are also bars. */
export interface Barred {
  readonly column: ReportColumn;
  readonly largest: Largest;
}

interface RowProps {
  readonly index: number;
  readonly cells: readonly string[];
  readonly columns: readonly ReportColumn[];
  readonly shape: ReportShape;
  readonly barred?: Barred | undefined;
}

/** Each frame of scrolling brings a few rows; those that stay in sight are not made again. */
export const Row = memo(function Row({ index, cells, columns, shape, barred }: RowProps) {
  const currency = shape.currencyOf(cells);
  const scope = shape.scopeOf(cells);
  const days = shape.daysOfRow(cells);
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map((column) => {
        const { at, measure, type, names } = column;
        const id = cells[at - 1];
        const cell = cells[at] ?? '';
        const text = shown(cell, column, { currency, country: scope.country, days });
        const isBarred = barred?.column.at === at;
        return (
          <td
            key={column.name}
            dir="auto"
            title={names === undefined ? undefined : cell}
            className={measure || column.isNumeric ? (isBarred ? 'num barred' : 'num') : undefined}
            {...(isBarred && barStyle(shareIn(barred.largest, cells, column, shape)))}
            {...(measure &&
              figureData({
                ...{ metric: measure.metric, kind: measure.kind, currency },
                value: valueIn(cell, measure, scope.country) === null ? null : cell,
                scope: { ...scope, ...days },
              }))}
          >
            {type && id ? (
              <Link to={PAGES[type]} params={{ id }}>
                {text || id}
              </Link>
            ) : (
              <span>{text}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

const barStyle = (share: number | undefined) =>
  share === undefined ? {} : { style: { '--share': `${(share * 100).toFixed(2)}%` } as CSSProperties };

/** Holds the place of the rows out of sight. */
export function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}
