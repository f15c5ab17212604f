import type { CampaignOrderField, DashboardCampaignsQuery } from '../../generated/graphql.ts';
import { brief } from '../../parts/figures/metrics.ts';
import { words } from '../../parts/words.ts';
import { FIGURE_COLUMNS } from '../list/cells/figure-columns.tsx';
import { LineCounts } from '../list/cells/line-counts.tsx';
import { NameCell } from '../list/cells/name-cell.tsx';
import { ID, statusColumn } from '../list/cells/status-columns.tsx';
import type { ListColumn } from '../list/resource.ts';
import { CampaignStatusChoices } from '../tree/campaign-status.tsx';
import { BudgetCell } from './budget-cell.tsx';
import { leftOf, neededOf } from './budget-left.ts';
import { datesText } from './dates-text.ts';

export type CampaignItem = DashboardCampaignsQuery['campaigns']['nodes'][number];

export const CAMPAIGN_COLUMNS: readonly ListColumn<CampaignItem, CampaignOrderField>[] = [
  {
    key: 'NAME',
    name: 'Campaign',
    sort: { field: 'NAME' },
    wraps: true,
    shown: 'always',
    csv: ({ databaseId, name, advertiser }) => ({
      ...{ ID: databaseId, Campaign: name, Advertiser: advertiser.name },
    }),
    cell: (campaign, { period }) => (
      <NameCell
        to="/campaigns/$id"
        row={campaign}
        period={period}
        owner={<bdi>{campaign.advertiser.name}</bdi>}
      />
    ),
  },
  statusColumn((campaign, close) => <CampaignStatusChoices campaign={campaign} onDone={close} />),
  {
    key: 'LINES',
    name: 'Lines',
    numeric: true,
    shown: 'first',
    csv: ({ lines }) => ({ Lines: lines.totalCount }),
    cell: ({ id, databaseId, lines }, { period, stopped }) => (
      <LineCounts
        count={lines.totalCount}
        stopped={stopped}
        owner={id}
        of={{ ...period, campaign: String(databaseId) }}
      />
    ),
  },
  {
    key: 'BUDGET',
    name: 'Budget',
    sort: { field: 'BUDGET' },
    shown: 'first',
    cell: (campaign) => <BudgetCell campaign={campaign} />,
    csv: ({ budget, budgetSpent, advertiser }) => ({
      ...{
        Budget: budget,
        'Spent of the budget': budgetSpent?.amount,
        'Budget currency': advertiser.currency,
      },
    }),
  },
  {
    key: 'LEFT',
    name: 'Left',
    title: 'Left of the budget',
    numeric: true,
    shown: 'chosen',
    cell: (campaign) => {
      const left = leftOf(campaign);
      return left === undefined ? '–' : brief(left, 'money', campaign.advertiser.currency);
    },
  },
  {
    key: 'NEEDED',
    name: 'Needed a day',
    title: 'Needed a day to spend the budget',
    numeric: true,
    shown: 'chosen',
    cell: (campaign) => {
      const needed = neededOf(campaign);
      return needed === undefined ? '–' : brief(needed, 'money', campaign.advertiser.currency);
    },
  },
  ...FIGURE_COLUMNS,
  {
    key: 'OBJECTIVE',
    name: 'Objective',
    sort: { field: 'OBJECTIVE' },
    wraps: true,
    shown: 'chosen',
    cell: ({ objective }) => (objective ? words(objective) : '–'),
  },
  {
    key: 'DATES',
    name: 'Dates',
    shown: 'chosen',
    wraps: true,
    cell: (campaign) => datesText(campaign, campaign.advertiser.timezone) ?? '–',
  },
  ID,
];
