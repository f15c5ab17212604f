import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import {
  CampaignStatus,
  DashboardAdvertiserDocument,
  type DashboardAdvertiserQuery,
} from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { money, number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { EditAdvertiser } from './edit-advertiser.tsx';
import { NewCampaign } from './edit-campaign.tsx';
import { Facts } from './facts.tsx';
import { ListFilter } from './list-filter.tsx';
import { useListState } from './list-state.ts';
import { WEEK_COLUMNS } from './week-columns.tsx';

const route = getRouteApi('/advertisers/$id');

type Found = NonNullable<DashboardAdvertiserQuery['advertiser']>;
type Row = Found['campaigns']['nodes'][number];

const STATUSES = Object.values(CampaignStatus);
const columnsIn = ({ currency }: Found): readonly Column<Row>[] => [
  {
    name: 'Campaign',
    sort: 'NAME',
    cell: ({ name, databaseId }) => (
      <Link to="/campaigns/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { name: 'Status', sort: 'STATUS', cell: ({ status }) => <Status value={status} /> },
  { name: 'Objective', cell: ({ objective }) => (objective ? words(objective) : '–') },
  { name: 'Budget', numeric: true, cell: ({ budget }) => (budget ? money(budget, currency) : '–') },
  { name: 'Lines', numeric: true, cell: ({ lines }) => number(lines.totalCount) },
  ...WEEK_COLUMNS,
];

/** An advertiser and its campaigns. */
export function Advertiser() {
  const { id } = route.useParams();
  const state = useListState(route.useSearch(), STATUSES);
  const read = useRead(DashboardAdvertiserDocument, { id, ...state.variables });
  const advertiser = read.result.data?.advertiser;
  const canEdit = useCanEdit();
  return (
    <div className="page">
      <PageHead
        title={advertiser?.name ?? `Advertiser ${id}`}
        trail={[{ name: 'Campaigns', to: '/advertisers' }]}
        beside={
          advertiser && (
            <>
              <Status value={advertiser.status} />
              {canEdit && <EditAdvertiser advertiser={advertiser} />}
            </>
          )
        }
      />
      {advertiser && (
        <Facts
          facts={[
            ['ID', String(advertiser.databaseId)],
            ['Currency', advertiser.currency],
            ['Time zone', advertiser.timezone],
            ['Landing page', advertiser.landingPageUrl],
          ]}
          history={{ resource: 'Advertiser', id: advertiser.databaseId }}
        />
      )}
      <Widget
        title="Campaigns"
        read={read}
        actions={
          <>
            {canEdit && advertiser && <NewCampaign advertiserId={advertiser.id} />}
            <ListFilter state={state} label="campaigns" />
          </>
        }
        empty={({ advertiser }) =>
          advertiser
            ? advertiser.campaigns.nodes.length === 0 &&
              (state.isFiltered ? 'No campaigns match.' : 'This advertiser has no campaigns yet.')
            : 'This seat has no such advertiser.'
        }
      >
        {({ advertiser }) =>
          advertiser && (
            <>
              <Table
                label="Campaigns"
                rows={advertiser.campaigns.nodes}
                columns={columnsIn(advertiser)}
                keyOf={({ id }) => id}
                sorting={state.sorting}
              />
              <Pager
                page={advertiser.campaigns.pageInfo}
                total={advertiser.campaigns.totalCount}
                after={state.after}
                onGo={state.setAfter}
              />
            </>
          )
        }
      </Widget>
    </div>
  );
}
