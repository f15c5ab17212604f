import { sql } from '../../db/client.ts';
import type { DomainContext } from '../context.ts';
import { drawingChanges } from './position.ts';
import { diff, tellOfChanges } from './record.ts';

/**
 * Appends many changes of one kind to the history with one statement, in the transaction of `ctx`. Like
 * `recordChange`, it skips updates that changed nothing.
 */
export async function recordChanges(options: {
  ctx: DomainContext;
  resource: string;
  action: 'CREATE' | 'UPDATE' | 'DELETE';
  changes: readonly { id: number; before?: object; after: object }[];
}): Promise<void> {
  const { ctx, resource, action, changes } = options;
  const rows = changes
    .map(({ id, before = {}, after }) => ({ id, fields: diff(before, after) }))
    .filter(({ fields }) => action !== 'UPDATE' || fields.length > 0);
  if (rows.length === 0) return;
  ctx.recorded?.push(...rows.map((row) => ({ resource, ...row })));
  await sql(ctx.db)`
    WITH drawing AS (SELECT ${drawingChanges(ctx.seatId)})
    INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, at, fields)
    SELECT ${ctx.seatId}, ${resource}, (row ->> 'id')::int, ${action}, ${ctx.actor.userId},
           ${ctx.actor.clientId}, ${ctx.requestId}, ${ctx.now()}, row -> 'fields'
    FROM drawing, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS row`;
  tellOfChanges(ctx);
}
