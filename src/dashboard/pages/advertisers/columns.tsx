import { Link } from '@tanstack/react-router';
import type { AdvertiserOrderField, DashboardAdvertisersQuery } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { FIGURE_COLUMNS } from '../list/cells/figure-columns.tsx';
import { LineCounts } from '../list/cells/line-counts.tsx';
import { NameCell } from '../list/cells/name-cell.tsx';
import { ID, STATUS } from '../list/cells/status-columns.tsx';
import type { ListColumn } from '../list/resource.ts';

export type AdvertiserItem = DashboardAdvertisersQuery['advertisers']['nodes'][number];

export const ADVERTISER_COLUMNS: readonly ListColumn<AdvertiserItem, AdvertiserOrderField>[] = [
  {
    key: 'NAME',
    name: 'Advertiser',
    sort: { field: 'NAME' },
    wraps: true,
    shown: 'always',
    csv: ({ databaseId, name }) => ({ ID: databaseId, Advertiser: name }),
    cell: (advertiser, { period }) => <NameCell to="/advertisers/$id" row={advertiser} period={period} />,
  },
  STATUS,
  {
    key: 'CAMPAIGNS',
    name: 'Campaigns',
    numeric: true,
    shown: 'first',
    cell: ({ databaseId, campaigns }, { period }) => (
      <Link to="/campaigns" search={{ ...period, advertiser: String(databaseId) }}>
        {number(campaigns.totalCount)}
      </Link>
    ),
  },
  {
    key: 'LINES',
    name: 'Lines',
    numeric: true,
    shown: 'first',
    cell: ({ id, databaseId, lines }, { period, stopped }) => (
      <LineCounts
        count={lines.totalCount}
        stopped={stopped}
        owner={id}
        of={{ ...period, advertiser: String(databaseId) }}
      />
    ),
  },
  ...FIGURE_COLUMNS,
  {
    key: 'CURRENCY',
    name: 'Currency',
    sort: { field: 'CURRENCY' },
    shown: 'chosen',
    cell: ({ currency }) => currency,
  },
  {
    key: 'TIMEZONE',
    name: 'Time zone',
    sort: { field: 'TIMEZONE' },
    wraps: true,
    shown: 'chosen',
    cell: ({ timezone }) => timezone,
  },
  ID,
];
