import { Prisma, sql } from '../../platform/database/connection/client.ts';
import { wholeRow } from '../../platform/database/rows/whole-row.ts';
import { batchInTransaction } from '../../platform/database/transaction/batch-in-transaction.ts';
import type { ResourceContext } from '../context.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { MAX_ID } from './fields.ts';

/** Tables whose rows are changed one at a time, each with `id`, `seat_id` and `updated_at`. */
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
 * Locks a row of the caller's seat until the transaction ends, so that two writers take turns.
 * Refuses with NotFoundError (unknown and foreign alike) and, when `unchangedSince` is given
 * and is not the row's `updatedAt`, with ConflictError.
 */
export function lockRow(locked: Locked): Promise<{ updatedAt: Date }> {
  return lock(locked, Prisma.raw('id, updated_at AS "updatedAt"'));
}

/** As `lockRow`, and returns the whole row; not for a table with columns beyond 53 bits. */
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

/** The name of a table's model, which is that of its nodes, too: `native_list` is `NativeList`. */
const modelOf = (table: LockableTable): string =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** One row by its id; those that the items of a list ask for are one statement. */
export function rowOfSeat<Row extends { id: number }>(options: {
  ctx: ResourceContext;
  name: string;
  id: number;
  /** Those of the ids that the caller may see, locked in the order of their ids if at all. */
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

/** Whether a number can be the id of a row at all; others name nothing and never reach the database. */
export function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= MAX_ID;
}

/** The condition for one row; an id out of range names no row and never reaches the database. */
export function byId(id: number): { id: number } {
  return { id: isId(id) ? id : 0 };
}

/** A search text for `contains`: LIKE's own signs stand for themselves. */
export function likeText(query: string): string {
  return query.replace(/[\\%_]/g, '\\$&');
}
