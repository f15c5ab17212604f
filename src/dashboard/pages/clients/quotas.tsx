import { useRead } from '../../api/use-read.ts';
import { DashboardClientQuotasDocument } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { words } from '../../parts/words.ts';

interface Quota {
  readonly name: string;
  readonly limit: number;
}

const COLUMNS: readonly Column<Quota>[] = [
  { name: 'Quota', cell: ({ name }) => words(name) },
  { name: 'At most', numeric: true, cell: ({ limit }) => number(limit) },
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
      <Table label="Quotas" rows={data.clientQuotas ?? []} columns={COLUMNS} keyOf={({ name }) => name} />
    </>
  );
}
