import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardConvertingAdsDocument, type DashboardConvertingAdsQuery } from '../../generated/graphql.ts';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, METRICS, type MetricName } from '../../parts/figures/metrics.ts';
import { usePageRange } from '../../parts/figures/page-range.ts';
import { RangePicker } from '../../parts/period/range-picker.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { usePeriod } from '../delivery/use-period.ts';

type Ad = DashboardConvertingAdsQuery['ads']['nodes'][number];

const EVERY_MS = 60_000;

function FigureOf({ ad, metric }: { readonly ad: Ad; readonly metric: MetricName }) {
  const { kind } = METRICS[metric];
  const { conversions, conversionValue } = ad.delivery;
  const { amount, currency } = conversionValue;
  const value = metric === 'CONVERSIONS' ? conversions : Number(amount);
  return (
    <Figure {...{ metric, kind, value, currency }} scope={{ node: ad.id }}>
      {brief(value, kind, currency)}
    </Figure>
  );
}

const COLUMNS: readonly Column<Ad>[] = [
  {
    name: 'Ad',
    wraps: true,
    cell: ({ databaseId, name, line }) => (
      <>
        <Link to="/ads/$id" params={{ id: String(databaseId) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className="cell-note">
          <bdi>{line.name}</bdi> · <bdi>{line.advertiser.name}</bdi>
        </span>
      </>
    ),
  },
  { name: 'Conversions', numeric: true, cell: (ad) => <FigureOf ad={ad} metric="CONVERSIONS" /> },
  { name: 'Value', numeric: true, cell: (ad) => <FigureOf ad={ad} metric="CONVERSION_VALUE" /> },
];

interface Props {
  readonly timeZone: string;
  /** The page is about one pixel, which these are not. */
  readonly isOfAll: boolean;
}

/** The ads that conversions were counted for in the days of the page, with what these are worth in the advertiser's currency. */
export function ConvertingAds({ timeZone, isOfAll }: Props) {
  const { period, setRange, setDays } = usePeriod();
  const { days } = period;
  const { seat } = useViewer();
  usePageRange({ days, timeZone, currency: seat.currency });
  const read = useRead(
    DashboardConvertingAdsDocument,
    { range: { between: days }, timezone: timeZone },
    { every: EVERY_MS },
  );
  return (
    <Widget
      title="Conversions by ad"
      read={read}
      isSteady
      actions={
        <>
          {isOfAll && <span className="muted">All pixels</span>}
          <RangePicker range={period.range} days={period.chosen} onRange={setRange} onDays={setDays} />
        </>
      }
      empty={({ ads }) => ads.nodes.length === 0 && 'No conversion was counted for an ad in these days.'}
    >
      {({ ads }) => (
        <>
          <Table label="Conversions by ad" rows={ads.nodes} columns={COLUMNS} keyOf={({ id }) => id} />
          {ads.totalCount > ads.nodes.length && (
            <p>
              <Link to="/ads" search={{ from: days.start, to: days.end, sort: 'CONVERSIONS' }}>
                All {ads.totalCount} ads with conversions
              </Link>
            </p>
          )}
        </>
      )}
    </Widget>
  );
}
