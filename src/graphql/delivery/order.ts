import type { Metric } from '../../domain/reporting/delivery/metrics.ts';
import type { PacingMetric } from '../../domain/reporting/delivery/rank.ts';
import { partOf } from '../../platform/text/typed.ts';
import type { ListDefinition } from '../../resources/filter/list-fields.ts';
import { nestedFilters } from '../../resources/filter/nested-filters.ts';
import { builder } from '../builder.ts';
import type { Price } from '../server/price/price.ts';
import {
  DateRangeInput,
  DeliveryMetric,
  daysRequested,
  FLIGHT_DAYS,
  ROWS_PER_DAY,
  type rangeOf,
} from './arguments.ts';

/** An order of a connection by delivery or pacing of its nodes. */

export interface DeliveryOrderArgument {
  readonly metric: Metric;
  readonly range: Parameters<typeof rangeOf>[0];
  readonly timezone?: string | null | undefined;
  readonly currency?: string | null | undefined;
}

export const DeliveryOrder = builder.inputType('DeliveryOrder', {
  description:
    'An ordering by delivery, by the values that the nodes show: sums without facts are 0, and nodes without a ratio come last in both directions.',
  fields: (t) => ({
    metric: t.field({ type: DeliveryMetric, required: true, description: 'The metric to order by.' }),
    range: t.field({ type: DateRangeInput, required: true, description: 'The days, in `timezone`.' }),
    timezone: t.field({
      type: 'TimeZone',
      description: 'The time zone of the days. Defaults to that of each advertiser.',
    }),
    currency: t.field({
      type: 'Currency',
      description: 'The currency that amounts are compared in. Defaults to US dollars.',
    }),
  }),
});

export const PacingOrder = builder.enumType('PacingOrder', {
  description:
    'The figures of pacing by which lines can be ordered. Lines without a pacing, or without a ratio, come last in both directions. Amounts are compared in US dollars.',
  values: {
    RATIO: { description: 'Orders by `ratio`.' },
    DELIVERED: { description: 'Orders by `delivered`.' },
    PROJECTED: { description: 'Orders by `projected`.' },
  } satisfies Record<PacingMetric, object>,
});

/** The arguments of a list that can be ordered by delivery or pacing. */
interface RankingArguments {
  readonly orderBy?: { readonly delivery?: unknown; readonly pacing?: unknown } | null | undefined;
  readonly filter?: unknown;
}

/** Returns whether a list is ordered or filtered by delivery or pacing. A separate statement ranks its rows then. */
export const isRanked = ({ list }: { readonly list: ListDefinition }, args: RankingArguments): boolean =>
  args.orderBy?.delivery != null ||
  args.orderBy?.pacing != null ||
  namesDerived(list, args.filter) ||
  deliveriesIn(list, args.filter).length > 0;

function namesDerived({ derived = {} }: ListDefinition, filter: unknown): boolean {
  const names = Object.keys(derived).flatMap((name) => [name, `${name}In`]);
  return names.length > 0 && nestedFilters(filter).some((one) => names.some((name) => one[name] != null));
}

/** Returns the values of all `delivery` filters. */
const deliveriesIn = ({ computed }: ListDefinition, filter: unknown): unknown[] =>
  computed
    ? nestedFilters(filter)
        .map(({ delivery }) => delivery)
        .filter((delivery) => delivery != null)
    : [];

/**
 * Returns the number of days of facts that `delivery` filters read: the sum over the different ranges, time zones and
 * currencies.
 */
function daysFiltered(list: ListDefinition, filter: unknown): number {
  const ranges = new Map(
    deliveriesIn(list, filter).map((one) => {
      const [range, timezone, currency] = ['range', 'timezone', 'currency'].map((name) => partOf(one, name));
      return [JSON.stringify([range, timezone, currency]), range];
    }),
  );
  return [...ranges.values()].reduce<number>((days, range) => days + daysRequested(range), 0);
}

/** Returns the price of a list that may be ranked. */
export const rankedPrice =
  (list: ListDefinition): Price =>
  (argument) => {
    const orderBy = argument('orderBy');
    const delivery = partOf(orderBy, 'delivery');
    const isPaced = partOf(orderBy, 'pacing') != null || namesDerived(list, argument('filter'));
    return {
      rows:
        ROWS_PER_DAY * daysFiltered(list, argument('filter')) +
        (delivery ? ROWS_PER_DAY * daysRequested(partOf(delivery, 'range')) : 0) +
        (isPaced ? ROWS_PER_DAY * FLIGHT_DAYS : 0),
    };
  };
