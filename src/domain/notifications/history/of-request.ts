import { sql } from '../../../platform/database/connection/client.ts';
import type { DomainContext } from '../../context.ts';
import type { FieldChange, RecordedChange } from './field-change.ts';

/** Returns what a request of the caller's seat changed, for one type, by row, in the order of the changes. */
export async function changesOfRequest(options: {
  ctx: DomainContext;
  resource: string;
  ids: readonly number[];
  requestId: string;
}): Promise<Map<number, RecordedChange[]>> {
  const { ctx, resource, ids, requestId } = options;
  const found = await sql<{ id: number; fields: readonly FieldChange[] }>(ctx.db)`
    SELECT resource_id AS id, fields FROM change
    WHERE seat_id = ${ctx.seatId} AND resource = ${resource} AND resource_id = ANY(${ids}::int[])
      AND request_id = ${requestId} AND client_id = ${ctx.actor.clientId}
    ORDER BY change.id`;
  const byRow = new Map<number, RecordedChange[]>();
  for (const { id, fields } of found) {
    const changes = byRow.get(id) ?? [];
    changes.push({ resource, id, fields });
    byRow.set(id, changes);
  }
  return byRow;
}
