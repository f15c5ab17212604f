import { useRead } from '../../../api/use-read.ts';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  type CreativeFilter,
  DashboardCreativeRankingDocument,
  DeliveryMetric,
  OrderDirection,
} from '../../../generated/graphql.ts';
import { usePageCurrency } from '../../delivery/currency.ts';
import { METRIC_NAMES } from '../../delivery/metrics.ts';
import { usePeriod } from '../../delivery/use-period.ts';
import type { ThingSearch } from '../thing-search.ts';
import { ranked } from './ranked.ts';

/** As many creatives are shown in the order of a figure. */
const MAX_SHOWN = 50;

/** The creatives that delivered in the days of the page, by a figure of all their ads; undefined where it is by a field. */
export function useRanking(list: ThingSearch) {
  const { zone, period } = usePeriod();
  const { seatCurrency } = usePageCurrency();
  const metric = METRIC_NAMES.find((name) => name === list.sort);
  const { advertiser, isDescending } = list;
  const read = useRead(
    DashboardCreativeRankingDocument,
    {
      ...{ range: { between: period.days }, timezone: zone, currency: seatCurrency },
      advertiserIds: advertiser ? [advertiser] : null,
      orderBy: {
        metric: enumValue(DeliveryMetric, metric) ?? DeliveryMetric.Spend,
        direction: isDescending ? OrderDirection.Desc : OrderDirection.Asc,
      },
    },
    { enabled: metric !== undefined },
  );
  if (metric === undefined) return undefined;
  const rows = read.result.data?.delivery.nodes;
  const ids = rows && ranked(rows, metric, isDescending);
  return { read, ids: ids?.slice(0, MAX_SHOWN), count: ids?.length ?? 0 };
}

/** Only creatives of the ranking. */
export const among = (filter: CreativeFilter, ids: readonly string[]): CreativeFilter => ({
  and: [filter, { id: { in: [...ids] } }],
});
