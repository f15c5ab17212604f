import { type DeliverySums, deliverySumsSql, isAmount } from './delivery-conditions.ts';
import type { DeliveryQuery } from './delivery-query.ts';
import type { Level } from './levels.ts';
import { isSum, type Metric, measuresOfMetric, metricSql } from './metrics.ts';
import { SUMS, sumsSql } from './rank-sums.ts';
import type { Values } from './sql.ts';

/** What a list is ordered by: delivery of each row. Without a currency, amounts are compared in US dollars. */
export interface ByDelivery {
  readonly metric: Metric;
  readonly query: DeliveryQuery;
}

/** SQL: the value of each row (`n`) by which a list is ordered, and the tables and joins that it needs. */
interface DeliveryValue extends Omit<DeliverySums, 'value' | 'tables'> {
  readonly table: string;
  readonly value: string;
}

export function deliveryValue(
  level: Level,
  by: ByDelivery,
  given: { readonly seat: string; readonly now: Date; readonly values: Values },
): DeliveryValue {
  const { metric, query } = by;
  const { currency } = query;
  // All other amounts are exchanged by day, which takes longer.
  if (currency !== null && currency !== 'USD' && isAmount(metric)) {
    const measures = new Set(measuresOfMetric(metric).map(({ name }) => name));
    const { tables, join, value, currencyWithoutRate } = deliverySumsSql(level, {
      ...{ query, measures, name: '_order' },
      ...given,
    });
    return { table: tables, join, value: value(metric), currencyWithoutRate };
  }
  return {
    table: sumsSql(level, by, given),
    join: `LEFT JOIN (SELECT *, (${metricSql(metric, 'sums')}) AS value FROM sums) m
      ON m.of_advertiser = a.id AND ${SUMS[level].of}`,
    // The sum of a row without facts is 0, as it is displayed.
    value: isSum(metric) ? 'coalesce(m.value, 0)' : 'm.value',
    currencyWithoutRate: 'NULL',
  };
}
