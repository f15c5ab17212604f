import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardLinesUsingDocument, type DashboardLinesUsingQuery } from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';

export type LineUsing = DashboardLinesUsingQuery['lines']['nodes'][number];

interface Props {
  readonly title: string;
  /** The global ID of the advertiser whose lines may use it. */
  readonly advertiserId: string;
  readonly isUsedBy: (line: LineUsing) => boolean;
  /** Further columns, such as how the line uses it. */
  readonly columns?: readonly Column<LineUsing>[];
  /** Said where no line does: what it takes. */
  readonly empty: string;
}

const COLUMNS: readonly Column<LineUsing>[] = [
  {
    name: 'Line',
    wraps: true,
    cell: ({ databaseId, name }) => (
      <Link to="/lines/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { name: 'Delivery', cell: ({ deliveryStatus }) => <Status value={deliveryStatus} /> },
  {
    name: 'Campaign',
    cell: ({ campaign: { databaseId, name } }) => (
      <Link to="/campaigns/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
];

/** The lines that use a thing, with the way to each. */
export function LinesUsing({ title, advertiserId, isUsedBy, columns = [], empty }: Props) {
  const read = useRead(DashboardLinesUsingDocument, { advertiserId });
  return (
    <Widget
      title={title}
      read={read}
      empty={({ lines: { nodes, totalCount } }) =>
        totalCount <= nodes.length && !nodes.some(isUsedBy) && empty
      }
    >
      {({ lines: { nodes, totalCount } }) => (
        <>
          <Table
            label={title}
            rows={nodes.filter(isUsedBy)}
            columns={[...COLUMNS, ...columns]}
            keyOf={({ id }) => id}
          />
          {totalCount > nodes.length && (
            <p className="more muted">
              Of the first {counted(nodes.length, 'line')} of {totalCount} that the advertiser has
            </p>
          )}
        </>
      )}
    </Widget>
  );
}
