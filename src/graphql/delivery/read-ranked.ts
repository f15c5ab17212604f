import { checkQuestion } from '../../domain/delivery/question.ts';
import type { Ranking } from '../../domain/delivery/rank.ts';
import { levelOf } from '../../domain/delivery/sql.ts';
import { MAX_ID } from '../../domain/fields.ts';
import { testsIn } from '../../domain/lists/conditions.ts';
import { badArgument } from '../parts/arguments.ts';
import type { ConnectionType, ListArguments } from '../parts/connection-types.ts';
import { conditionsIn } from '../parts/filters.ts';
import { type CursorShape, isBackward, type PageArguments, readPage } from '../parts/pages.ts';
import { checked, rangeOf } from './arguments.ts';
import type { DeliveryOrderArgument } from './order.ts';

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/;

/** The checked arguments of a list that is ordered so, as `readList` reads those of others. */
export function readRanked(of: ConnectionType, args: ListArguments) {
  const delivery = args.orderBy?.delivery;
  if (!delivery || args.orderBy?.field != null)
    throw badArgument('orderBy.delivery', 'cannot be given with "field"');
  const conditions = conditionsIn(of.list, args.filter);
  const { shape, ranking } = rankingOf(of.name, args, delivery);
  return {
    shape,
    conditions,
    limit: ranking.take - 1,
    order: ranking.order,
    position: ranking.position,
    values: testsIn(conditions).map(({ value }) => value),
    backward: isBackward(args),
    ranking: { ...ranking, conditions },
  };
}

/** How a page of a connection is ranked, and its cursors. */
function rankingOf(
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
    ranking: { level: levelOf(name), metric, range: days, order, position, take: limit + 1 },
  };
}
