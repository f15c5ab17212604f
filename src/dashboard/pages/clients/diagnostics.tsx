import { ago, moment, number } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { words } from '../../parts/words.ts';
import type { Client } from './client.ts';

type Diagnostic = NonNullable<Client['diagnostics']>[number];

const COLUMNS: readonly Column<Diagnostic>[] = [
  {
    name: 'Latest',
    cell: ({ lastAt }) => (
      <time dateTime={lastAt} title={moment(lastAt)}>
        {ago(lastAt)}
      </time>
    ),
  },
  {
    name: 'Problem',
    wraps: true,
    cell: ({ kind, message }) => (
      <>
        {words(kind)}
        <span className="cell-note">{message}</span>
      </>
    ),
  },
  { name: 'Times', numeric: true, cell: ({ count }) => number(count) },
];

/** What a client did wrong in the last hour, the latest first. */
export const Diagnostics = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) =>
  diagnostics.length === 0 ? (
    <p className="empty">No problems in the last hour.</p>
  ) : (
    <Table
      label="Problems"
      rows={diagnostics}
      columns={COLUMNS}
      keyOf={({ kind, firstAt, message }) => `${kind} ${firstAt} ${message}`}
    />
  );
