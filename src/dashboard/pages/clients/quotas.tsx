import { useRead } from '../../api/use-read.ts';
import { DashboardClientQuotasDocument } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { type LimitRow, limitRows } from './limit-rows.ts';

const shown = (limit: number | undefined) => (limit === undefined ? '–' : number(limit));

const COLUMNS: readonly Column<LimitRow>[] = [
  { name: 'At most', wraps: true, cell: ({ name }) => name },
  { name: 'A minute', numeric: true, cell: ({ minute }) => shown(minute) },
  { name: 'An hour', numeric: true, cell: ({ hour }) => shown(hour) },
  { name: 'A day', numeric: true, cell: ({ day }) => shown(day) },
];

/** How much a client may ask, which operators of the service set. */
export function Quotas({ clientId }: { readonly clientId: string }) {
  const read = useRead(DashboardClientQuotasDocument, { clientId });
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  return (
    <>
      <p className="muted">Operators of the service set them. What is used of your own stands in Settings.</p>
      <Table
        label="Quotas"
        rows={limitRows(data.clientQuotas ?? [])}
        columns={COLUMNS}
        keyOf={({ name }) => name}
      />
    </>
  );
}
