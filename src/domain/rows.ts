import { Prisma, sql } from '../db/client.ts';
import type { DomainContext } from './context.ts';
import { ConflictError, NotFoundError } from './errors.ts';
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
  | 'segment';

/**
 * Locks a row of the caller's seat until the transaction ends, so that two writers take turns.
 * Refuses with NotFoundError (unknown and foreign alike) and, when `unchangedSince` is given
 * and is not the row's `updatedAt`, with ConflictError.
 */
export async function lockRow(options: {
  ctx: DomainContext;
  table: LockableTable;
  resource: string;
  id: number;
  unchangedSince?: Date | undefined;
}): Promise<{ updatedAt: Date }> {
  const { ctx, table, resource, id, unchangedSince } = options;
  if (!isId(id)) throw new NotFoundError(resource);
  const [row] = await sql<{ updated_at: Date }>(ctx.db)`SELECT updated_at FROM ${Prisma.raw(`"${table}"`)}
               WHERE id = ${id} AND seat_id = ${ctx.seatId} FOR UPDATE`;
  if (!row) throw new NotFoundError(resource);
  if (unchangedSince && unchangedSince.getTime() !== row.updated_at.getTime())
    throw new ConflictError(`${resource} was changed at ${row.updated_at.toISOString()}, after it was read.`);
  return { updatedAt: row.updated_at };
}

/** The next `updatedAt`: it grows strictly with every change (RULINGS T1a). */
export function nextUpdatedAt(ctx: DomainContext, previous: Date): Date {
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
