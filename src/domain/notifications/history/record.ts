import { isDeepStrictEqual } from 'node:util';
import { sql } from '../../../platform/database/connection/client.ts';
import { batchInTransaction } from '../../../platform/database/transaction/batch-in-transaction.ts';
import type { DomainContext } from '../../context.ts';
import { notifyAfterCommit } from '../live/notify.ts';
import { fieldChange } from './difference.ts';
import type { FieldChange } from './field-change.ts';
import { drawingChanges } from './position.ts';

/**
 * Appends one change to the history, in the transaction of `ctx`. `before` is absent for a creation. Both are plain
 * JSON views of the resource. Fields such as `updatedAt` (BOOKKEEPING) are not recorded.
 */
export async function recordChange(options: {
  ctx: DomainContext;
  resource: string;
  id: number;
  action: 'CREATE' | 'UPDATE' | 'DELETE';
  before?: object;
  after: object;
}): Promise<void> {
  const { ctx, resource, id, action, before = {}, after } = options;
  const fields = diff(before, after);
  if (action === 'UPDATE' && fields.length === 0) return;
  ctx.recorded?.push({ resource, id, fields });
  await batchInTransaction({
    db: ctx.db,
    name: `change ${resource} ${action}`,
    key: { id, fields },
    many: async (rows) => {
      await appendChanges({ ctx, resource, action, rows });
      return rows.map(() => undefined);
    },
  });
}

/** Appends changes of one kind with one statement. */
export async function appendChanges(options: {
  ctx: DomainContext;
  resource: string;
  action: string;
  rows: readonly { id: number; fields: readonly FieldChange[] }[];
}): Promise<void> {
  const { ctx, resource, action, rows } = options;
  await sql(ctx.db)`
    WITH drawing AS (SELECT ${drawingChanges(ctx.seatId)})
    INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, at, fields)
    SELECT ${ctx.seatId}, ${resource}, (row ->> 'id')::int, ${action}, ${ctx.actor.userId},
           ${ctx.actor.clientId}, ${ctx.requestId}, ${ctx.now()}, row -> 'fields'
    FROM drawing, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS row`;
  notifyOfChanges(ctx);
}

/** The live channel that announces new changes of the seat. */
export const changesChannel = (seatId: number): string => `changes:${seatId}`;

/** A message without a payload would mean that some were missed. */
const notifyOfChanges = (ctx: DomainContext): void =>
  notifyAfterCommit(ctx, { channel: changesChannel(ctx.seatId), payload: 'written' });

/** Fields that no interface shows as part of a resource. */
const BOOKKEEPING = new Set(['id', 'seatId', 'createdAt', 'updatedAt', 'isAppList']);

/** Returns the top-level fields that differ, in the order of `after`. */
export function diff(before: object, after: object): FieldChange[] {
  const old = (path: string): unknown => Reflect.get(before, path) ?? null;
  return Object.entries(after)
    .filter(([path, value]) => !BOOKKEEPING.has(path) && !isDeepStrictEqual(old(path), value ?? null))
    .map(([path, value]) => fieldChange(path, old(path), value ?? null));
}
