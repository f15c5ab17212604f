import type { Metric } from '../../domain/delivery/metrics.ts';
import { partOf } from '../../domain/typed.ts';
import { builder } from '../builder.ts';
import type { Price } from '../server/price/price.ts';
import { DateRangeInput, DeliveryMetric, daysAsked, ROWS_PER_DAY, type rangeOf } from './arguments.ts';

/** The order of a connection by what its nodes delivered. */

export interface DeliveryOrderArgument {
  readonly metric: Metric;
  readonly range: Parameters<typeof rangeOf>[0];
}

export const DeliveryOrder = builder.inputType('DeliveryOrder', {
  description:
    'An ordering by delivery, by the values that the nodes show: sums without facts are 0, and nodes without a ratio come last in both directions. Amounts are compared in US dollars.',
  fields: (t) => ({
    metric: t.field({ type: DeliveryMetric, required: true, description: 'The metric to order by.' }),
    range: t.field({
      type: DateRangeInput,
      required: true,
      description: 'The days, in the time zone of each advertiser.',
    }),
  }),
});

/** The price of a list that may be ordered so. */
export const orderPrice: Price = (argument) => {
  const delivery = partOf(argument('orderBy'), 'delivery');
  return { rows: delivery ? ROWS_PER_DAY * daysAsked(partOf(delivery, 'range')) : 0 };
};
