import { useState } from 'react';
import type { Column } from '../../parts/table.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Selection {
  readonly has: (row: Named) => boolean;
  readonly set: (row: Named, isOn: boolean) => void;
  readonly clear: () => void;
}

/** Rows chosen to be changed together. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    has: ({ id }) => selected.has(id),
    set: ({ id }, isOn) =>
      setSelected((old) => new Set(isOn ? [...old, id] : [...old].filter((other) => other !== id))),
    clear: () => setSelected(new Set()),
  };
}

export function SelectBox({ row, selection }: { readonly row: Named; readonly selection: Selection }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${row.name}`}
      checked={selection.has(row)}
      onChange={({ target }) => selection.set(row, target.checked)}
    />
  );
}

/** The column of a table in which rows are selected, all of the page by its head. */
export function selectColumn<Row extends Named>(selection: Selection, rows: readonly Row[]): Column<Row> {
  return {
    name: 'Select',
    head: (
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={rows.length > 0 && rows.every(selection.has)}
        onChange={({ target }) => {
          for (const row of rows) selection.set(row, target.checked);
        }}
      />
    ),
    cell: (row) => <SelectBox row={row} selection={selection} />,
  };
}
