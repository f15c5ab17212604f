import { checkDeliveryConditions } from '../../domain/reporting/delivery/delivery-conditions.ts';
import { checkDeliveryQuery } from '../../domain/reporting/delivery/delivery-query.ts';
import { levelOf } from '../../domain/reporting/delivery/levels.ts';
import type { RankedBy, Ranking } from '../../domain/reporting/delivery/rank.ts';
import { MAX_ID } from '../../resources/define/fields.ts';
import { predicatesIn } from '../../resources/filter/conditions.ts';
import { badArgument } from '../parts/arguments.ts';
import type { ListArguments, ReadConnection } from '../parts/connection-types.ts';
import { conditionsIn } from '../parts/filters.ts';
import { type CursorShape, cursorColumn, isBackward, readPage } from '../parts/pages.ts';
import { shapeOf } from '../parts/read-list.ts';
import { checked, rangeOf } from './arguments.ts';

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/;

/** Returns the checked arguments of a ranked list; `readList` is the same for other lists. */
export function readRanked(of: ReadConnection, args: ListArguments, now: Date) {
  const conditions = conditionsIn(of.list, args.filter);
  checked(() => checkDeliveryConditions(conditions));
  const { shape, by } = rankedBy(of, args, now);
  const { limit, order, position } = readPage(args, shape);
  return {
    ...{ shape, conditions, limit, order, position },
    values: predicatesIn(conditions).map(({ value }) => value),
    backward: isBackward(args),
    ranking: {
      ...{ level: levelOf(of.name), by, conditions, order, position, take: limit + 1 },
    } satisfies Ranking,
  };
}

const NAMES = ['field', 'delivery', 'pacing'] as const;

/** Returns what the rows are ranked by, and the shape of their cursors. */
function rankedBy(of: ReadConnection, args: ListArguments, now: Date): { shape: CursorShape; by: RankedBy } {
  const { orderBy } = args;
  const [name, other] = NAMES.filter((name) => orderBy?.[name] != null);
  if (name && other) throw badArgument(`orderBy.${other}`, `cannot be given with "${name}"`);
  const shape = (column: string): CursorShape => ({
    name: of.name,
    order: {
      ...{ column, nulls: 'last', sqlType: 'numeric' },
      direction: orderBy?.direction === 'DESC' ? 'desc' : 'asc',
    },
    largestId: MAX_ID,
    readValue: (value) =>
      value === null || (typeof value === 'string' && DECIMAL.test(value)) ? value : undefined,
  });
  if (orderBy?.pacing) {
    const name = `pacing ${orderBy.pacing}`;
    const at = momentIn(cursorColumn(args), name, now);
    return { shape: shape(`${name} ${at.getTime()}`), by: { pacing: orderBy.pacing, at } };
  }
  if (!orderBy?.delivery) return { shape: shapeOf(of, args), by: 'column' };
  const { metric, timezone = null, currency = null } = orderBy.delivery;
  const range = rangeOf(orderBy.delivery.range);
  const query = { range, interval: null, timezone, currency };
  checked(() => checkDeliveryQuery(query, 'orderBy.delivery.'));
  const encodedQuery = [range, timezone, currency].map((part) => JSON.stringify(part)).join(' ');
  return { shape: shape(`delivery ${metric} ${encodedQuery}`), by: { metric, query } };
}

/** Ratios change with time, so all pages are ranked as of the first one. Its time is in the cursors. */
function momentIn(column: string | undefined, name: string, now: Date): Date {
  const [, given] = column?.startsWith(`${name} `) ? (/ (\d{1,15})$/.exec(column) ?? []) : [];
  return given !== undefined && Number(given) <= now.getTime() ? new Date(Number(given)) : now;
}
