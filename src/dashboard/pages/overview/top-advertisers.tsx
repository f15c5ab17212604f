import { Link } from '@tanstack/react-router';
import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { Spark } from '../../parts/spark.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { METRIC_NAMES, METRICS, type MetricName } from './metrics.ts';
import { valuesAt } from './points.ts';
import { type Days, type Interval, intervalOf, stepsOf } from './ranges.ts';

type Row = DashboardOverviewQuery['advertisers']['nodes'][number];

const STEPS: Readonly<Record<Interval, string>> = { DAY: 'By day', WEEK: 'By week', MONTH: 'By month' };

interface Props {
  readonly advertisers: DashboardOverviewQuery['advertisers'];
  readonly days: Days;
  readonly metric: MetricName;
  readonly isDescending: boolean;
  readonly timeZone: string;
  readonly onSort: (metric: MetricName) => void;
}

/** The first advertisers by any figure, with its course. */
export function TopAdvertisers({ advertisers, days, metric, isDescending, timeZone, onSort }: Props) {
  const interval = intervalOf(days);
  const steps = stepsOf(days, interval);
  const { name, of } = METRICS[metric];
  const columns: readonly Column<Row>[] = [
    {
      name: 'Advertiser',
      cell: ({ advertiser }) =>
        advertiser && (
          <Link to="/advertisers/$id" params={{ id: String(advertiser.databaseId) }}>
            <bdi>{advertiser.name}</bdi>
          </Link>
        ),
    },
    {
      name: 'Course',
      head: (
        <>
          <span className="visually-hidden">{name} </span>
          {STEPS[interval]}
        </>
      ),
      cell: ({ advertiser }) => (
        <Spark
          values={valuesAt({
            points: advertiser?.deliverySeries ?? [],
            steps,
            interval,
            timeZone,
            figureOf: ({ delivery }) => of(delivery),
          })}
        />
      ),
    },
    ...METRIC_NAMES.map((each) => ({
      name: METRICS[each].name,
      sort: each,
      numeric: true,
      cell: ({ delivery }: Row) => METRICS[each].write(METRICS[each].of(delivery), delivery.spend.currency),
    })),
  ];
  const others = advertisers.totalCount - advertisers.nodes.length;
  return (
    <>
      <Table
        label="Advertisers"
        rows={advertisers.nodes}
        columns={columns}
        keyOf={({ advertiser }) => advertiser?.id ?? ''}
        sorting={{
          by: metric,
          descending: isDescending,
          onSort: (by) => onSort(METRIC_NAMES.find((each) => each === by) ?? metric),
        }}
      />
      {others > 0 && (
        <p className="more">
          <Link to="/advertisers">{number(others)} more</Link>
        </p>
      )}
    </>
  );
}
