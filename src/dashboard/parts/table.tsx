import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Shown instead of the name. */
  readonly head?: ReactNode;
  readonly numeric?: boolean;
  /** On phones its text goes on in a second row, so that the table need not be moved sideways. */
  readonly wraps?: boolean;
  /** Given where the service can sort by this column. */
  readonly sort?: string;
  /** What the order is by, where that is not what the cells show. */
  readonly sortNote?: string;
}

export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
  readonly onSort: (by: string) => void;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly sorting?: Sorting;
}

/** A table that scrolls sideways on small screens. The order is the service's: it sorts all rows, not one page. */
export function Table<Row>({ label, rows, columns, keyOf, sorting }: Props<Row>) {
  const note = columns.find(({ sort }) => sort !== undefined && sort === sorting?.by)?.sortNote;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-box" aria-label={`Table of ${label}`} tabIndex={0}>
      <table aria-label={label}>
        {note && <caption className="muted small">{note}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, numeric, wraps }) => (
                <td key={name} className={numeric ? 'num' : wraps ? 'wraps' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { name, head, sort, numeric } = column;
  const className = numeric ? 'num' : undefined;
  if (!sort || !sorting) return <th className={className}>{head ?? name}</th>;
  const isSorted = sorting.by === sort;
  const order = sorting.descending ? 'descending' : 'ascending';
  return (
    <th className={className} aria-sort={isSorted ? order : 'none'}>
      <button type="button" className="sort" onClick={() => sorting.onSort(sort)}>
        {name}
        {isSorted && <span aria-hidden="true">{sorting.descending ? '↓' : '↑'}</span>}
      </button>
    </th>
  );
}
