import {
  COMPARISONS,
  deliveryPredicate,
  MetricThreshold,
} from '../../domain/reporting/delivery/delivery-conditions.ts';
import { checkDeliveryQuery } from '../../domain/reporting/delivery/delivery-query.ts';
import type { Condition } from '../../resources/filter/conditions.ts';
import { builder } from '../builder.ts';
import { checked, DateRangeInput, DeliveryMetric, rangeOf } from './arguments.ts';

/** A filter of a connection by the delivery of its nodes. */

const MEANING = {
  eq: 'Equal to this value.',
  gt: 'Greater than this value.',
  gte: 'Greater than or equal to this value.',
  lt: 'Less than this value.',
  lte: 'Less than or equal to this value.',
} as const;

const MetricCondition = builder.inputType('MetricCondition', {
  description: 'Conditions on a metric of delivery. All given conditions must match.',
  fields: (t) => {
    const compared = (name: keyof typeof MEANING) => t.field({ type: 'Decimal', description: MEANING[name] });
    return {
      metric: t.field({ type: DeliveryMetric, required: true, description: 'The metric.' }),
      eq: compared('eq'),
      gt: compared('gt'),
      gte: compared('gte'),
      lt: compared('lt'),
      lte: compared('lte'),
    };
  },
});

export const DeliveryConditions = builder.inputType('DeliveryConditions', {
  description:
    'Filters by delivery, by the values that the nodes show: sums without facts are 0, and nodes without a ratio match no condition on it. A filter has at most 3 different ranges and 20 values.',
  fields: (t) => ({
    range: t.field({ type: DateRangeInput, required: true, description: 'The days, in `timezone`.' }),
    timezone: t.field({
      type: 'TimeZone',
      description: 'The time zone of the days. Defaults to that of each advertiser.',
    }),
    currency: t.field({
      type: 'Currency',
      description: 'The currency of amounts. Defaults to that of each advertiser.',
    }),
    where: t.field({
      type: [MetricCondition],
      required: true,
      description: 'The conditions, all of which must match.',
    }),
  }),
});
type Given = typeof DeliveryConditions.$inferInput;

/** Returns the conditions of a `delivery` filter. `at` is its path in the filter. */
export function readDeliveryConditions(
  given: unknown,
  at: string,
  refuse: (path: string, message: string) => void,
): Condition[] {
  const { range, timezone = null, currency = null, where } = given as Given;
  const query = { range: rangeOf(range), interval: null, timezone, currency };
  checked(() => checkDeliveryQuery(query, `filter.${at}.`));
  if (where.length === 0) refuse(`${at}.where`, 'must not be empty');
  return where.flatMap(({ metric, ...conditions }, index) => {
    const tests = COMPARISONS.flatMap((operator) => {
      const value = conditions[operator];
      return value == null
        ? []
        : [deliveryPredicate(operator, new MetricThreshold({ query, metric, value }))];
    });
    if (tests.length === 0) refuse(`${at}.where[${index}]`, `must have one of ${COMPARISONS.join(', ')}`);
    return tests;
  });
}
