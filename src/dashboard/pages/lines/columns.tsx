import type { DashboardLinesQuery, LineOrderField } from '../../generated/graphql.ts';
import { date, lastDay, number } from '../../parts/format.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { currentFlight } from '../bulk/flights-of.ts';
import { bidUnit } from '../line/bid-terms.ts';
import { LineStatusChoices } from '../line/status-menu.tsx';
import { FIGURES_WITHOUT_SHARE } from '../list/cells/figure-columns.tsx';
import { NameCell } from '../list/cells/name-cell.tsx';
import { BLOCKER, ID, statusColumn } from '../list/cells/status-columns.tsx';
import type { ListColumn } from '../list/resource.ts';
import { LEFT, NEEDED } from './budget-columns.ts';
import { BidCell } from './line-cells.tsx';
import { PacingCell } from './pacing-cell.tsx';

export type LineItem = DashboardLinesQuery['lines']['nodes'][number];

/** The days of the flight that runs, else of the next one, in the advertiser's zone. */
function flightOf({ schedules, advertiser: { timezone } }: LineItem): string {
  const flight = currentFlight(schedules, serviceNow());
  if (!flight) return '–';
  const more = schedules.length > 1 ? ` (+${schedules.length - 1})` : '';
  return `${date(flight.startDate, timezone)} – ${lastDay(flight.endDate, timezone)}${more}`;
}

export const LINE_COLUMNS: readonly ListColumn<LineItem, LineOrderField>[] = [
  {
    key: 'NAME',
    name: 'Line',
    sort: { field: 'NAME' },
    wraps: true,
    shown: 'always',
    csv: ({ databaseId, name, campaign, advertiser }) => ({
      ...{ ID: databaseId, Line: name, Campaign: campaign.name, Advertiser: advertiser.name },
    }),
    cell: (line) => (
      <NameCell
        to="/lines/$id"
        row={line}
        ownerName={`${line.campaign.name} · ${line.advertiser.name}`}
        owner={
          <>
            <bdi>{line.campaign.name}</bdi> · <bdi>{line.advertiser.name}</bdi>
          </>
        }
      />
    ),
  },
  statusColumn((line, close) => <LineStatusChoices line={line} onDone={close} />),
  BLOCKER,
  {
    key: 'PACING',
    name: 'Budget and pace',
    sort: { pacing: 'RATIO' },
    shown: 'first',
    cell: (line) => <PacingCell line={line} />,
    csv: ({ pacing, schedules, advertiser }) => {
      const flight = currentFlight(schedules, serviceNow());
      return {
        'Flight start': flight && date(flight.startDate, advertiser.timezone),
        'Flight end': flight && lastDay(flight.endDate, advertiser.timezone),
        'Flight budget': flight?.budget,
        'Flight spent': pacing?.delivered.amount,
        'Flight currency': advertiser.currency,
        Pace: pacing?.ratio,
      };
    },
  },
  {
    key: 'BID_PRICE',
    name: 'Bid',
    sort: { field: 'BID_PRICE' },
    numeric: true,
    shown: 'first',
    cell: (line) => <BidCell line={line} />,
    csv: ({ bidPrice, goalType, advertiser }) => ({
      ...{ Bid: bidPrice, 'Bid currency': advertiser.currency, 'Bid for': bidPrice && bidUnit(goalType) },
    }),
  },
  LEFT,
  NEEDED,
  ...FIGURES_WITHOUT_SHARE,
  {
    key: 'FLIGHT',
    name: 'Flight',
    shown: 'chosen',
    wraps: true,
    cell: (line) => <span title={flightOf(line)}>{flightOf(line)}</span>,
  },
  {
    key: 'ADS',
    name: 'Ads',
    numeric: true,
    shown: 'chosen',
    cell: ({ ads }) => (ads ? number(ads.totalCount) : '–'),
    csv: ({ ads }) => ({ Ads: ads?.totalCount }),
  },
  ID,
];
