import { Prisma, sql } from '../../platform/database/connection/client.ts';
import { wholeRow } from '../../platform/database/rows/whole-row.ts';
import { batchInTransaction } from '../../platform/database/transaction/batch-in-transaction.ts';
import type { ResourceContext } from '../context.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { MAX_ID } from './fields.ts';

/** Tables whose rows are changed one at a time. Each has `id`, `seat_id` and `updated_at`. */
type LockableTable =
  | 'advertiser'
  | 'ad'
  | 'ad_group'
  | 'campaign'
  | 'creative'
  | 'deal'
  | 'line'
  | 'native_list'
  | 'pixel'
  | 'product_set'
  | 'segment'
  | 'webhook';

interface Locked {
  ctx: ResourceContext;
  table: LockableTable;
  resource: string;
  id: number;
  unchangedSince?: Date | undefined;
}

/**
 * Locks a row of the caller's seat until the transaction ends, so that concurrent writers wait for each
 * other. Throws NotFoundError if the row does not exist or belongs to another seat, and ConflictError if
 * `unchangedSince` is given and differs from the row's `updatedAt`.
 */
export function lockRow(locked: Locked): Promise<{ updatedAt: Date }> {
  return lock(locked, Prisma.raw('id, updated_at AS "updatedAt"'));
}

/** Like `lockRow`, but returns the whole row. Not for a table with integers of more than 53 bits. */
export function lockWholeRow<Row extends { updatedAt: Date }>(locked: Locked): Promise<Row> {
  return lock<Row>(locked, wholeRow(locked.table));
}

async function lock<Row extends { updatedAt: Date }>(locked: Locked, columns: Prisma.Sql): Promise<Row> {
  const { ctx, table, resource, id, unchangedSince } = locked;
  if (!isId(id)) throw new NotFoundError(resource);
  const row = await rowOfSeat({
    ctx,
    name: `lock ${table} ${columns.sql}`,
    id,
    rows: (ids) => sql<Row & { id: number }>(ctx.db)`
      SELECT ${columns} FROM ${Prisma.raw(`"${table}"`)}
      WHERE id = ANY(${ids}::int[]) AND seat_id = ${ctx.seatId} ORDER BY id FOR UPDATE`,
  });
  if (!row) throw new NotFoundError(resource);
  if (unchangedSince && unchangedSince.getTime() !== row.updatedAt.getTime())
    throw new ConflictError(
      `${resource} was changed at ${row.updatedAt.toISOString()}, after it was read.`,
      undefined,
      `${modelOf(table)}:${id}`,
    );
  return row;
}

/**
 * Returns the name of a table's model, which is also the type of its nodes: `native_list` is `NativeList`.
 */
const modelOf = (table: LockableTable): string =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns a row by ID. Calls from the items of a list are batched into one statement. */
export function rowOfSeat<Row extends { id: number }>(options: {
  ctx: ResourceContext;
  name: string;
  id: number;
  /**
   * Returns the rows with these IDs that the caller may see. If it locks them, it does so in the order of
   * their IDs.
   */
  rows: (ids: readonly number[]) => Promise<Row[]>;
}): Promise<Row | undefined> {
  const { ctx, name, id, rows } = options;
  return batchInTransaction<number, Row | undefined>({
    db: ctx.db,
    name,
    key: byId(id).id,
    many: async (ids) => {
      const found = new Map((await rows([...new Set(ids)])).map((row) => [row.id, row]));
      return ids.map((one) => found.get(one));
    },
  });
}

/** The next `updatedAt`. It must grow with every change, so that it can be used as a precondition. */
export function nextUpdatedAt(ctx: ResourceContext, previous: Date): Date {
  return new Date(Math.max(ctx.now().getTime(), previous.getTime() + 1));
}

/**
 * Returns whether a number can be the ID of a row. Any other number matches nothing, and is never sent to
 * the database.
 */
export function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= MAX_ID;
}

/**
 * Returns the condition for one row. An ID out of range matches no row, and is never sent to the database.
 */
export function byId(id: number): { id: number } {
  return { id: isId(id) ? id : 0 };
}

/** Escapes the special characters of LIKE in a search text for `contains`. */
export function likeText(query: string): string {
  return query.replace(/[\\%_]/g, '\\$&');
}
