import { useState } from 'react';
import type { Column } from '../../parts/table.tsx';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Rows chosen to be changed together. They stay chosen when another page or order of their list is shown. */
export interface Selection<Row extends Named> {
  readonly has: (row: Named) => boolean;
  /** All of them; those that are shown, as they are now. */
  readonly rows: (shown: readonly Row[]) => readonly Row[];
  /** With `among`, all between the row and the one chosen before it. */
  readonly set: (row: Row, isOn: boolean, among?: readonly Row[]) => void;
  readonly setAll: (rows: readonly Row[], isOn: boolean) => void;
  readonly clear: () => void;
}

interface Chosen<Row> {
  /** What the list was narrowed down to when they were chosen. */
  readonly of: string;
  readonly rows: ReadonlyMap<string, Row>;
  /** Up to this row, a click with Shift chooses. */
  readonly last?: string;
}

/** The selection among the rows that match `of`. Rows that another filter leaves out are not selected unseen: they are let go. */
export function useSelection<Row extends Named>(of = ''): Selection<Row> {
  const nothing: Chosen<Row> = { of, rows: new Map() };
  const [kept, setChosen] = useState(nothing);
  const chosen = kept.of === of ? kept : nothing;
  if (chosen !== kept) setChosen(chosen);
  const select = (rows: readonly Row[], isOn: boolean, last?: string) =>
    setChosen((old) => {
      // Rows that were read for an earlier filter come too late.
      if (old.of !== of) return old;
      const next = new Map(old.rows);
      for (const row of rows) {
        if (isOn) next.set(row.id, row);
        else next.delete(row.id);
      }
      return { ...old, rows: next, ...(last !== undefined && { last }) };
    });
  return {
    has: ({ id }) => chosen.rows.has(id),
    rows: (shown) => {
      const fresh = new Map(shown.map((row) => [row.id, row]));
      return [...chosen.rows].map(([id, row]) => fresh.get(id) ?? row);
    },
    set: (row, isOn, among) => select(among ? between(among, chosen.last, row) : [row], isOn, row.id),
    setAll: (rows, isOn) => select(rows, isOn),
    clear: () => setChosen(nothing),
  };
}

/** The rows from one to another, in either direction; the other alone where the one is not among them. */
function between<Row extends Named>(rows: readonly Row[], from: string | undefined, to: Row): readonly Row[] {
  const [one, other] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to.id)];
  return one < 0 || other < 0 ? [to] : rows.slice(Math.min(one, other), Math.max(one, other) + 1);
}

interface BoxProps<Row extends Named> {
  readonly row: Row;
  /** That are shown, in their order. */
  readonly rows: readonly Row[];
  readonly selection: Selection<Row>;
  /** The rows are those of another page or filter, until the answer is there. */
  readonly isStale?: boolean | undefined;
}

/** Chooses a row, and with Shift all rows up to it. */
export function SelectBox<Row extends Named>({ row, rows, selection, isStale }: BoxProps<Row>) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${row.name}`}
      disabled={isStale}
      checked={selection.has(row)}
      // Shift would mark the text between both clicks.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ target, nativeEvent }) => {
        const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        selection.set(row, target.checked, isRange ? rows : undefined);
      }}
    />
  );
}

/** The column of a table in which rows are selected, all of the page by its head. */
export function selectColumn<Row extends Named>(
  selection: Selection<Row>,
  rows: readonly Row[],
  isStale?: boolean,
): Column<Row> {
  return {
    name: 'Select',
    head: (
      <input
        type="checkbox"
        aria-label="Select all on this page"
        disabled={isStale}
        checked={rows.length > 0 && rows.every(selection.has)}
        onChange={({ target }) => selection.setAll(rows, target.checked)}
      />
    ),
    cell: (row) => <SelectBox {...{ row, rows, selection, isStale }} />,
  };
}
