import type { ReportColumn } from '../columns.ts';
import type { RowSorting } from './row-order.ts';

interface Props {
  readonly column: ReportColumn;
  readonly sorting: RowSorting | undefined;
  readonly onSort: () => void;
}

/** The head of a column, which puts the rows in its order. */
export function RowHead({ column: { name, at, isNumeric }, sorting, onSort }: Props) {
  const isSorted = sorting?.at === at;
  const order = sorting?.descending ? 'descending' : 'ascending';
  return (
    <th className={isNumeric ? 'num' : undefined} aria-sort={isSorted ? order : 'none'}>
      <button type="button" className="sort" onClick={onSort}>
        {name}
        {isSorted && <span aria-hidden="true">{sorting.descending ? '↓' : '↑'}</span>}
      </button>
    </th>
  );
}
