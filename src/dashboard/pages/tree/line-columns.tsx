import { Link } from '@tanstack/react-router';
import type { DashboardLineRowFragment } from '../../generated/graphql.ts';
import { date, lastDay, number, price } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { WEEK_COLUMNS } from './week-columns.tsx';

/** Timestamps of flights are UTC. */
const flight = ({ startDate, endDate }: DashboardLineRowFragment['schedules'][number], zone: string) =>
  `${date(startDate, zone)} – ${lastDay(endDate, zone)}`;

interface Owner {
  readonly currency: string;
  readonly timezone: string;
}

/** The columns of a table of lines, with amounts and days as their advertiser has them. */
export const lineColumns = <Row extends DashboardLineRowFragment>(
  ownerOf: (line: Row) => Owner,
): readonly Column<Row>[] => [
  {
    name: 'Line',
    sort: 'NAME',
    cell: ({ name, databaseId }) => (
      <Link to="/lines/$id" params={{ id: String(databaseId) }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    name: 'Status',
    sort: 'STATUS',
    cell: ({ status, deliveryStatus }) => (
      <span className="actions">
        <Status value={status} />
        {deliveryStatus !== status && <Status value={deliveryStatus} />}
      </span>
    ),
  },
  {
    name: 'Flight',
    cell: (line) => {
      const [first, ...others] = line.schedules;
      const more = others.length > 0 ? ` (+${others.length})` : '';
      return first ? `${flight(first, ownerOf(line).timezone)}${more}` : '–';
    },
  },
  {
    name: 'Bid',
    numeric: true,
    cell: (line) => (line.bidPrice ? price(line.bidPrice, ownerOf(line).currency) : '–'),
  },
  ...WEEK_COLUMNS,
  { name: 'Ads', numeric: true, cell: ({ ads }) => number(ads.totalCount) },
];
