import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import type {
  DashboardDealLinesQuery,
  DashboardDealLinesQueryVariables,
  TypedDocumentString,
} from '../../generated/graphql.ts';
import { usePageRange } from '../../parts/figures/page-range.ts';
import { Status } from '../../parts/status.tsx';
import { type Column, type Foot, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { usePageCurrency } from '../delivery/currency.ts';
import { METRIC_NAMES } from '../delivery/metrics.ts';
import { PeriodBar } from '../delivery/period-bar.tsx';
import { usePeriod } from '../delivery/use-period.ts';
import { hasOneCurrency } from './delivering.ts';
import { figureColumns, SumFigure } from './figure-columns.tsx';

type Line = NonNullable<DashboardDealLinesQuery['target']>['lines']['nodes'][number];

const COLUMNS: readonly Column<Line>[] = [
  {
    name: 'Line',
    wraps: true,
    cell: ({ databaseId, name, campaign, advertiser }) => (
      <>
        <Link to="/lines/$id" params={{ id: String(databaseId) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className="cell-note">
          <Link to="/campaigns/$id" params={{ id: String(campaign.databaseId) }}>
            <bdi>{campaign.name}</bdi>
          </Link>
          {' · '}
          <bdi>{advertiser.name}</bdi>
        </span>
      </>
    ),
  },
  { name: 'Delivery', cell: ({ deliveryStatus }) => <Status value={deliveryStatus} /> },
];

interface Props {
  readonly title: string;
  /** The global ID of what they target. */
  readonly id: string;
  readonly document: TypedDocumentString<DashboardDealLinesQuery, DashboardDealLinesQueryVariables>;
  /** Said where no line does: what it takes. */
  readonly empty: ReactNode;
  /** What the figures are of. */
  readonly note: string;
}

/** The lines that target a thing, with what each delivered in the days of the page, wherever that was. */
export function TargetingLines({ title, id, document, empty, note }: Props) {
  const { zone, period } = usePeriod();
  const { currency, seatCurrency } = usePageCurrency();
  usePageRange({ days: period.days, timeZone: zone, currency: currency ?? undefined });
  const read = useRead(document, { id, range: { between: period.days }, timezone: zone, currency });
  return (
    <>
      <PeriodBar />
      <Widget title={title} read={read} empty={({ target }) => target?.lines.nodes.length === 0 && empty}>
        {({ target }) => {
          const { nodes = [], totalCount = 0 } = target?.lines ?? {};
          const isWhole = totalCount <= nodes.length;
          const total: Foot = {
            name: 'All lines',
            span: COLUMNS.length,
            cells: METRIC_NAMES.map((metric) => ({
              key: metric,
              content: <SumFigure metric={metric} of={nodes} currency={seatCurrency} />,
            })),
          };
          return (
            <>
              <Table
                label={title}
                rows={nodes}
                columns={[...COLUMNS, ...figureColumns((line: Line) => [line], seatCurrency)]}
                keyOf={(line) => line.id}
                feet={isWhole && nodes.length > 1 && hasOneCurrency(nodes) ? [total] : []}
              />
              <p className="more muted">
                {!isWhole && `The first ${nodes.length} of ${totalCount} lines. `}
                {note}
              </p>
            </>
          );
        }}
      </Widget>
    </>
  );
}
