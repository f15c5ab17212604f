import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardWebhooksDocument, type DashboardWebhooksQuery } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { ago, number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { lower, words } from '../../parts/words.ts';
import { ForAdmins } from '../../shell/for-admins.tsx';
import { NewWebhook } from './new-webhook.tsx';

const route = getRouteApi('/webhooks');

type Row = NonNullable<DashboardWebhooksQuery['list']>['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Address',
    wraps: true,
    cell: ({ databaseId, url, notice }) => (
      <>
        <Link to="/webhooks/$id" params={{ id: String(databaseId) }}>
          {url}
        </Link>
        {notice && <span className="cell-note warned">{notice}</span>}
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    name: 'Events',
    wraps: true,
    cell: ({ events }) => events.map((event) => lower(words(event))).join(', '),
  },
  {
    name: 'Advertisers',
    cell: ({ advertiserIds }) => (advertiserIds.length > 0 ? number(advertiserIds.length) : 'All'),
  },
  {
    name: 'Delivered',
    title: 'In 30 days',
    numeric: true,
    cell: ({ delivered }) => number(delivered.totalCount),
  },
  {
    name: 'Failed',
    title: 'In 30 days',
    numeric: true,
    cell: ({ databaseId, failed }) =>
      failed.totalCount > 0 ? (
        <Link to="/webhooks/$id" params={{ id: String(databaseId) }} search={{ status: 'FAILED' }}>
          {number(failed.totalCount)}
        </Link>
      ) : (
        number(0)
      ),
  },
  { name: 'Waiting', numeric: true, cell: ({ pending }) => number(pending.totalCount) },
  {
    name: 'Latest delivery',
    cell: ({ latest: { nodes } }) =>
      nodes[0] ? (
        <>
          <time dateTime={nodes[0].createdAt}>{ago(nodes[0].createdAt)}</time>{' '}
          <Status value={nodes[0].status} />
        </>
      ) : (
        'None yet'
      ),
  },
];

/** Where events of the seat are sent, for admins, and how many could not be. */
export function Webhooks() {
  return (
    <div className="page">
      <PageHead title="Webhooks" />
      <ForAdmins note="Only admins can see webhooks.">
        <AllWebhooks />
      </ForAdmins>
    </div>
  );
}

function AllWebhooks() {
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(DashboardWebhooksDocument, { after: after ?? null }, { every: 15_000 });
  return (
    <Widget
      title="All webhooks"
      read={read}
      isSteady
      actions={<NewWebhook />}
      empty={({ list }) =>
        !list?.nodes.length &&
        'Nothing is sent anywhere yet. A webhook tells your servers what happens to lines, reports and quotas.'
      }
    >
      {({ list }) =>
        list && (
          <>
            <Table label="Webhooks" rows={list.nodes} columns={COLUMNS} keyOf={({ id }) => id} />
            <Pager
              page={list.pageInfo}
              total={list.totalCount}
              after={after}
              onGo={(cursor) => void navigate({ search: cursor ? { after: cursor } : {} })}
            />
          </>
        )
      }
    </Widget>
  );
}
