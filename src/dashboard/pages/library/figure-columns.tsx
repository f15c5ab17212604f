import { Figure } from '../../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, unitOf } from '../../../parts/figures/metrics.ts';
import type { Column } from '../../../parts/table.tsx';
import { METRIC_NAMES, type MetricName, titleOf } from '../../delivery/metrics.ts';
import { type CreativeAd, currencyOfAds, sumOfAds } from './use-creative-ads.ts';

interface Props {
  readonly metric: MetricName;
  readonly ads: readonly CreativeAd[];
  /** Of amounts, where there is no ad to say it. */
  readonly currency: string;
}

/** A figure of ads together. Of one ad it is the ad's; a creative itself has no delivery to be compared with. */
export function AdFigure({ metric, ads, currency: other }: Props) {
  if (ads.length === 0) return '–';
  const { kind } = METRICS[metric];
  const currency = currencyOfAds(ads, other);
  const value = figureOf(metric, sumOfAds(ads));
  const text = brief(value, kind, currency);
  const [only] = ads;
  if (only && ads.length === 1)
    return (
      <Figure {...{ metric, kind, value, currency }} scope={{ node: only.id }}>
        {text}
      </Figure>
    );
  return (
    <span
      data-sum-metric={metric}
      data-sum-of={ads.map(({ id }) => id).join(' ')}
      data-value={value === null ? '' : String(value)}
      data-unit={unitOf(kind, currency)}
    >
      {text}
    </span>
  );
}

/** A column for each figure of delivery, of the ads that belong to a row. */
export const figureColumns = <Row,>(
  adsOf: (row: Row) => readonly CreativeAd[],
  currency: string,
): readonly Column<Row>[] =>
  METRIC_NAMES.map((metric) => ({
    name: titleOf(metric),
    numeric: true,
    cell: (row) => <AdFigure metric={metric} ads={adsOf(row)} currency={currency} />,
  }));
