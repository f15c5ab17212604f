import { Link } from '@tanstack/react-router';
import type { DashboardOverviewQuery } from '../../generated/graphql.ts';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, sumsOf } from '../../parts/figures/metrics.ts';
import { counted, number } from '../../parts/format.ts';
import type { Days } from '../../parts/period/days.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { METRIC_NAMES, type MetricName, titleOf } from '../delivery/metrics.ts';
import { by } from '../reports/builder/choices.ts';
import { RowCourse, wholeSteps } from './row-course.tsx';
import { rowIntervalOf } from './variables.ts';

type Row = DashboardOverviewQuery['advertisers']['nodes'][number];

interface Props {
  readonly advertisers: DashboardOverviewQuery['advertisers'];
  readonly days: Days;
  readonly metric: MetricName;
  readonly isDescending: boolean;
  readonly timeZone: string;
  /** Where the range is not over, the moment up to which it has data. */
  readonly until: string | undefined;
  /** More than the first rows were asked for already. */
  readonly hasMore: boolean;
  readonly onSort: (metric: MetricName) => void;
}

const OF_VALUE: readonly MetricName[] = ['CONVERSION_VALUE', 'RETURN_ON_AD_SPEND'];

/** The first advertisers by any figure, with its course. */
export function TopAdvertisers({
  advertisers,
  days,
  metric,
  isDescending,
  timeZone,
  until,
  hasMore,
  onSort,
}: Props) {
  const steps = wholeSteps(days, timeZone, until);
  // The small courses have no values of conversions, which would cost as much as all else.
  const drawn = OF_VALUE.includes(metric) ? 'SPEND' : metric;
  const names = METRIC_NAMES.some((name) => name === metric) ? METRIC_NAMES : [...METRIC_NAMES, metric];
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
          <span className="visually-hidden">{titleOf(drawn)} </span>
          {by(rowIntervalOf(days))}
        </>
      ),
      cell: ({ advertiser }) =>
        advertiser && <RowCourse {...{ advertiser, steps, timeZone }} metric={drawn} />,
    },
    ...names.map((each) => ({
      name: titleOf(each),
      sort: each,
      numeric: true,
      cell: ({ advertiser, delivery }: Row) => {
        const { kind } = METRICS[each];
        const { currency } = delivery.spend;
        const value = figureOf(each, sumsOf(delivery));
        return (
          <Figure {...{ metric: each, kind, currency, value }} scope={{ node: advertiser?.id }}>
            {brief(value, kind, currency)}
          </Figure>
        );
      },
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
          onSort: (by) => onSort(names.find((each) => each === by) ?? metric),
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
