import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import {
  AdvertiserStatus,
  DashboardAdvertisersDocument,
  type DashboardAdvertisersQuery,
} from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { NewAdvertiser } from './edit-advertiser.tsx';
import { ListFilter } from './list-filter.tsx';
import { useListState } from './list-state.ts';
import { WEEK_COLUMNS } from './week-columns.tsx';

const route = getRouteApi('/advertisers');

type Row = DashboardAdvertisersQuery['advertisers']['nodes'][number];

const STATUSES = Object.values(AdvertiserStatus);
const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Advertiser',
    sort: 'NAME',
    cell: ({ name, databaseId }) => (
      <Link to="/advertisers/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { name: 'Status', sort: 'STATUS', cell: ({ status }) => <Status value={status} /> },
  { name: 'Campaigns', numeric: true, cell: ({ campaigns }) => number(campaigns.totalCount) },
  { name: 'Lines', numeric: true, cell: ({ lines }) => number(lines.totalCount) },
  ...WEEK_COLUMNS,
  { name: 'Currency', cell: ({ currency }) => currency },
  { name: 'Time zone', cell: ({ timezone }) => timezone },
];

/** The first level of the tree. */
export function Advertisers() {
  const state = useListState(route.useSearch(), STATUSES);
  const { sorting } = state;
  const canEdit = useCanEdit();
  const read = useRead(DashboardAdvertisersDocument, state.variables);
  return (
    <div className="page">
      <PageHead title="Campaigns" />
      <Widget
        title="Advertisers"
        read={read}
        actions={
          <>
            {canEdit && <NewAdvertiser />}
            <ListFilter state={state} label="advertisers" />
          </>
        }
        empty={({ advertisers }) =>
          advertisers.nodes.length === 0 &&
          (state.isFiltered
            ? 'No advertisers match.'
            : 'There are no advertisers yet. Everything else belongs to one, so create an advertiser first.')
        }
      >
        {({ advertisers: { nodes, totalCount, pageInfo } }) => (
          <>
            <Table
              label="Advertisers"
              rows={nodes}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              sorting={sorting}
            />
            <Pager page={pageInfo} total={totalCount} after={state.after} onGo={state.setAfter} />
          </>
        )}
      </Widget>
    </div>
  );
}
