import type { Column } from '../../parts/table.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The column of a table in which rows are selected. */
export function selection<Row extends Named>(state: {
  readonly selected: ReadonlySet<string>;
  readonly select: (row: Row, isOn: boolean) => void;
}): Column<Row> {
  return {
    name: 'Select',
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={`Select ${row.name}`}
        checked={state.selected.has(row.id)}
        onChange={({ target }) => state.select(row, target.checked)}
      />
    ),
  };
}
