import type { DashboardWeekFragment } from '../../generated/graphql.ts';
import { money, percent } from '../../parts/format.ts';
import type { Column } from '../../parts/table.tsx';

/** What rows delivered in the last seven days. */
export const WEEK_COLUMNS: readonly Column<DashboardWeekFragment>[] = [
  {
    name: 'Spend, 7 days',
    sort: 'SPEND',
    sortNote: 'Sorted by spend in US dollars. Amounts are in the currency of each advertiser.',
    numeric: true,
    cell: ({ week: { spend } }) => money(spend.amount, spend.currency, { maximumFractionDigits: 0 }),
  },
  {
    name: 'Click rate',
    sort: 'CTR',
    numeric: true,
    cell: ({ week: { ctr } }) => (typeof ctr === 'number' ? percent(ctr, 2) : '–'),
  },
];
