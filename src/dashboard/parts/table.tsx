import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Shown instead of the name. */
  readonly head?: ReactNode;
  /** The whole name, where the head has a short one. */
  readonly title?: string;
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

/** A row below the others, such as their sum. */
export interface Foot {
  readonly name: string;
  /** Columns that the name stands below. */
  readonly span: number;
  readonly cells: readonly { readonly key: string; readonly content: ReactNode }[];
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly sorting?: Sorting;
  readonly feet?: readonly Foot[];
}

/** A table that scrolls sideways on small screens. The order is the service's: it sorts all rows, not one page. */
export function Table<Row>({ label, rows, columns, keyOf, sorting, feet = [] }: Props<Row>) {
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
        {feet.length > 0 && (
          <tfoot>
            {feet.map(({ name, span, cells }) => (
              <tr key={name}>
                <th scope="row" colSpan={span}>
                  {name}
                </th>
                {cells.map(({ key, content }) => (
                  <td key={key} className="num">
                    {content}
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { name, head, title, sort, numeric } = column;
  const className = numeric ? 'num' : undefined;
  if (!sort || !sorting)
    return (
      <th className={className} title={title}>
        {head ?? name}
      </th>
    );
  const isSorted = sorting.by === sort;
  const order = sorting.descending ? 'descending' : 'ascending';
  return (
    <th className={className} title={title} aria-sort={isSorted ? order : 'none'}>
      <button type="button" className="sort" onClick={() => sorting.onSort(sort)}>
        {name}
        {isSorted && <span aria-hidden="true">{sorting.descending ? '↓' : '↑'}</span>}
      </button>
    </th>
  );
}
