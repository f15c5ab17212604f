import type { Metric } from '../../domain/delivery/metrics.ts';
import { checkQuestion } from '../../domain/delivery/question.ts';
import type { Ranking } from '../../domain/delivery/rank.ts';
import type { Level } from '../../domain/delivery/sql.ts';
import { MAX_ID } from '../../domain/fields.ts';
import { builder } from '../builder.ts';
import { type CursorShape, type PageArguments, readPage } from '../parts/pages.ts';
import type { Price } from '../server/price.ts';
import { checked, DateRangeInput, DeliveryMetric, daysAsked, ROWS_PER_DAY, rangeOf } from './arguments.ts';

/** The order of a connection by what its nodes delivered. */

export interface DeliveryOrderArgument {
  readonly metric: Metric;
  readonly range: Parameters<typeof rangeOf>[0];
}

export const DeliveryOrder = builder.inputType('DeliveryOrder', {
  description:
    'An ordering by delivery. Nodes without a value come last in both directions. Amounts are compared in US dollars.',
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
  const { delivery } = (argument('orderBy') ?? {}) as { delivery?: { range?: unknown } | null };
  return { rows: delivery ? ROWS_PER_DAY * daysAsked(delivery.range) : 0 };
};

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/;

/** How a page of a connection is ranked, and its cursors. */
export function rankingOf(
  name: string,
  args: PageArguments & {
    readonly orderBy?: { readonly direction?: 'ASC' | 'DESC' | null | undefined } | null | undefined;
  },
  { metric, range }: DeliveryOrderArgument,
): { shape: CursorShape; ranking: Omit<Ranking, 'conditions'> } {
  const days = rangeOf(range);
  const question = { range: days, interval: null, timezone: null, currency: null };
  checked(() => checkQuestion(question, 'orderBy.delivery.'));
  const shape: CursorShape = {
    name,
    order: {
      column: `delivery ${metric} ${JSON.stringify(days)}`,
      direction: args.orderBy?.direction === 'DESC' ? 'desc' : 'asc',
      nulls: 'last',
      sqlType: 'numeric',
    },
    largestId: MAX_ID,
    readValue: (value) =>
      value === null || (typeof value === 'string' && DECIMAL.test(value)) ? value : undefined,
  };
  const { limit, order, position } = readPage(args, shape);
  return {
    shape,
    ranking: { level: name as Level, metric, range: days, order, position, take: limit + 1 },
  };
}
