import type { CampaignOrderField, DashboardCampaignsQuery } from '../../generated/graphql.ts';
import { brief } from '../../parts/figures/metrics.ts';
import { money, percent } from '../../parts/format.ts';
import { words } from '../../parts/words.ts';
import { BudgetBar } from '../list/budget-bar.tsx';
import { FIGURE_COLUMNS } from '../list/figure-columns.tsx';
import { LineCounts } from '../list/line-counts.tsx';
import { NameCell } from '../list/name-cell.tsx';
import type { ListColumn } from '../list/resource.ts';
import { ID, STATUS } from '../list/status-columns.tsx';
import { leftOf, neededOf } from './budget-left.ts';
import { datesText } from './dates-text.ts';

export type CampaignItem = DashboardCampaignsQuery['campaigns']['nodes'][number];

/** What the budget is for, beside its amount. */
const PERIODS: Readonly<Record<string, string>> = { DAILY: ' today', MONTHLY: ' this month' };

/** The budget, and how much of it is spent: of its day, of its month or of the whole campaign. */
function Budget({ campaign }: { readonly campaign: CampaignItem }) {
  const { budget, budgetType, budgetSpent, advertiser } = campaign;
  if (!budget) return <span className="muted">No budget</span>;
  const share = budgetSpent
    ? Number(budgetSpent.amount) / Math.max(Number(budget), Number.EPSILON)
    : undefined;
  return (
    <div className="budget">
      {money(budget, advertiser.currency, { maximumFractionDigits: 0 })}
      {share !== undefined && (
        <>
          <BudgetBar spent={share} isWarning={share >= 1} />
          <span className={`cell-note ${share >= 1 ? 'warned' : ''}`}>
            {percent(share, 0)} spent{PERIODS[budgetType ?? '']}
          </span>
        </>
      )}
    </div>
  );
}

export const CAMPAIGN_COLUMNS: readonly ListColumn<CampaignItem, CampaignOrderField>[] = [
  {
    key: 'NAME',
    name: 'Campaign',
    sort: { field: 'NAME' },
    wraps: true,
    shown: 'always',
    cell: (campaign, { period }) => (
      <NameCell
        to="/campaigns/$id"
        row={campaign}
        period={period}
        owner={<bdi>{campaign.advertiser.name}</bdi>}
      />
    ),
  },
  STATUS,
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
        of={{ ...period, campaign: String(databaseId) }}
      />
    ),
  },
  {
    key: 'BUDGET',
    name: 'Budget',
    sort: { field: 'BUDGET' },
    shown: 'first',
    cell: (campaign) => <Budget campaign={campaign} />,
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
