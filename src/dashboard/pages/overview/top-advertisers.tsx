import { Link } from '@tanstack/react-router';
import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { counted, number } from '../../parts/format.ts';
import { Spark } from '../../parts/spark.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { by } from '../reports/choices.ts';
import { METRIC_NAMES, METRICS, type MetricName, titleOf } from './metrics.ts';
import { valuesAt } from './points.ts';
import { type Days, intervalOf, stepsOf } from './ranges.ts';

type Row = DashboardOverviewQuery['advertisers']['nodes'][number];

interface Props {
  readonly advertisers: DashboardOverviewQuery['advertisers'];
  readonly days: Days;
  readonly metric: MetricName;
  readonly isDescending: boolean;
  readonly timeZone: string;
  /** More than the first rows were asked for already. */
  readonly hasMore: boolean;
  readonly onSort: (metric: MetricName) => void;
}

/** The first advertisers by any figure, with its course. */
export function TopAdvertisers({
  advertisers,
  days,
  metric,
  isDescending,
  timeZone,
  hasMore,
  onSort,
}: Props) {
  const interval = intervalOf(days);
  const steps = stepsOf(days, interval);
  const { of, write } = METRICS[metric];
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
          <span className="visually-hidden">{titleOf(metric)} </span>
          {by(interval)}
        </>
      ),
      cell: ({ advertiser, delivery }) => (
        <Spark
          // The course is in the currency of the advertiser, the row in that of the table.
          write={(value) => write(value, advertiser?.currency ?? delivery.spend.currency)}
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
      name: titleOf(each),
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
          {hasMore ? (
            <Link to="/advertisers">View all {counted(advertisers.totalCount, 'advertiser')}</Link>
          ) : (
            <Link to="/" search={(search) => ({ ...search, rows: 'more' })} resetScroll={false}>
              {number(others)} more
            </Link>
          )}
        </p>
      )}
    </>
  );
}
