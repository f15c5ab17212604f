import { Link } from '@tanstack/react-router';
import { Status } from '../../../parts/status.tsx';
import { type Column, type Foot, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { METRIC_NAMES } from '../../delivery/metrics.ts';
import { figureColumns, SumFigure } from '../figure-columns.tsx';
import { statusColumn } from '../thing-columns.tsx';
import { type CreativeAd, useCreativeAds } from './use-creative-ads.ts';

const ADS: readonly Column<CreativeAd>[] = [
  {
    name: 'Ad',
    wraps: true,
    cell: ({ databaseId, name, line }) => (
      <>
        <Link to="/ads/$id" params={{ id: String(databaseId) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className="cell-note">
          <Link to="/lines/$id" params={{ id: String(line.databaseId) }}>
            <bdi>{line.name}</bdi>
          </Link>
        </span>
      </>
    ),
  },
  statusColumn,
  {
    name: 'Review',
    cell: ({ nativeAdStatus }) => (nativeAdStatus ? <Status value={nativeAdStatus} /> : '–'),
  },
];

/** The ads that show a creative, with what each delivered and all together. */
export function UsedIn({ creative }: { readonly creative: string }) {
  const { read, nodes, isWhole, seatCurrency } = useCreativeAds([creative]);
  const total: Foot = {
    name: 'All ads',
    span: ADS.length,
    cells: METRIC_NAMES.map((metric) => ({
      key: metric,
      content: <SumFigure metric={metric} of={nodes} currency={seatCurrency} />,
    })),
  };
  return (
    <Widget
      title="Used in"
      read={read}
      empty={({ ads }) =>
        ads.nodes.length === 0 &&
        'No ad shows this creative. Add an ad on the page of a line, and choose it there.'
      }
    >
      {({ ads }) => (
        <>
          <Table
            label="Ads"
            rows={ads.nodes}
            columns={[...ADS, ...figureColumns((ad: CreativeAd) => [ad], seatCurrency)]}
            keyOf={({ id }) => id}
            feet={isWhole && ads.nodes.length > 1 ? [total] : []}
          />
          {!isWhole && (
            <p className="more muted">
              The first {ads.nodes.length} of {ads.totalCount} ads
            </p>
          )}
        </>
      )}
    </Widget>
  );
}
