import { useRead } from '../../../api/use-read.ts';
import { DashboardCreativeAdsDocument, type DashboardCreativeAdsQuery } from '../../../generated/graphql.ts';
import { usePageRange } from '../../../parts/figures/page-range.ts';
import { usePageCurrency } from '../../delivery/currency.ts';
import { usePeriod } from '../../delivery/use-period.ts';

export type CreativeAd = DashboardCreativeAdsQuery['ads']['nodes'][number];

/** The ads that show these creatives, with what each delivered in the days of the page. */
export function useCreativeAds(creatives: readonly string[]) {
  const { zone, period } = usePeriod();
  const { currency, seatCurrency } = usePageCurrency();
  usePageRange({ days: period.days, timeZone: zone, currency: currency ?? undefined });
  const variables = {
    creatives: [...creatives],
    range: { between: period.days },
    ...{ timezone: zone, currency },
  };
  const read = useRead(DashboardCreativeAdsDocument, variables, { enabled: creatives.length > 0 });
  const { nodes = [], totalCount = 0 } = read.result.data?.ads ?? {};
  return { read, nodes, isWhole: read.result.data !== undefined && totalCount <= nodes.length, seatCurrency };
}
