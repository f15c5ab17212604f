import type { ReportColumn } from '../columns.ts';
import type { Total } from './totals.ts';

interface Props {
  readonly columns: readonly ReportColumn[];
  readonly totals: readonly Total[];
}

/** What the rows come to, below them. */
export function TotalRow({ columns, totals }: Props) {
  const named = columns.length - totals.length;
  return (
    <tr className="total">
      {named > 0 && (
        <th scope="row" colSpan={named}>
          Total
        </th>
      )}
      {totals.map(({ figures, reason }, at) => (
        <td key={columns[named + at]?.name} className="num" title={reason}>
          {figures.map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </td>
      ))}
    </tr>
  );
}
