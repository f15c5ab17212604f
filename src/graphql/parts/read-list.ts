import type { DomainContext } from '../../domain/context.ts';
import { predicatesIn, whereOf } from '../../resources/filter/conditions.ts';
import { type Order, orderByOf, rowsAfter } from '../../resources/filter/keyset.ts';
import { canBeNull, type Kind, SQL_TYPES } from '../../resources/filter/list-fields.ts';
import { badArgument } from './arguments.ts';
import type { ListArguments, ReadConnection } from './connection-types.ts';
import { conditionsIn } from './filters.ts';
import { type CursorShape, isBackward, readPage } from './pages.ts';

/** Reads the arguments of lists: filters, order and cursor. */

export function shapeOf(of: ReadConnection, { orderBy }: ListArguments): CursorShape {
  const { name, list, defaultOrder, largestId } = of;
  if (!orderBy) return { name, order: defaultOrder, largestId, readValue: () => undefined };
  const column = orderBy.field;
  if (column == null) throw badArgument('orderBy', 'must have "field" or "delivery"');
  const kind = Object.values(list.fields).find((field) => field.column === column)?.kind ?? 'id';
  const nullable = canBeNull(list, column);
  const order: Order = {
    column,
    direction: orderBy.direction === 'DESC' ? 'desc' : 'asc',
    sqlType: SQL_TYPES[kind],
    ...(nullable && { nulls: 'last' }),
  };
  const readValue = (value: unknown) => (value === null && nullable ? null : READ[kind](value));
  return { name, order, largestId, readValue };
}

const readText = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : undefined;
const readInteger = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
const readTimestamp = (value: unknown) => {
  const date = typeof value === 'string' ? new Date(value) : undefined;
  return date && date.toJSON() === value && date.getUTCFullYear() >= 1 ? date : undefined;
};
/** How the value of a cursor is parsed, by the kind of its column. */
const READ: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  text: readText,
  enum: readText,
  flag: readText,
  status: readText,
  id: readInteger,
  integer: readInteger,
  long: (value) => (Number.isSafeInteger(value) ? value : undefined),
  number: (value) => (Number.isFinite(value) ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  timestamp: readTimestamp,
};

/** Returns the checked arguments of a list. */
export function readList(of: ReadConnection, args: ListArguments, ctx: DomainContext) {
  const shape = shapeOf(of, args);
  const { limit, order, position } = readPage(args, shape);
  const conditions = of.conditions?.(args.filter ?? {}, ctx) ?? conditionsIn(of.list, args.filter);
  return {
    ...{ shape, limit, order, position, conditions },
    values: predicatesIn(conditions).map(({ value }) => value),
    backward: isBackward(args),
  };
}

/** The same for verbs that find rows: `where` selects the whole list, `narrowed` the rows after the cursor. */
export function readWhere(of: ReadConnection, args: ListArguments, ctx: DomainContext) {
  const { shape, limit, order, position, conditions } = readList(of, args, ctx);
  const where = whereOf(conditions);
  return {
    ...{ shape, where },
    narrowed: position ? { AND: [where, rowsAfter(order, position)] } : where,
    query: { orderBy: orderByOf(order), take: limit + 1 },
  };
}
