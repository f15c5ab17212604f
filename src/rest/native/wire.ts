import type { DomainContext } from '../../domain/context.ts';
import type { BatchResult } from '../../domain/native/batch/batch.ts';
import type { NativeObject, NativeRow } from '../../domain/native/batch/object.ts';
import { isRecord } from '../../resources/define/input.ts';
import { restRow } from '../../resources/read/rest.ts';

/** Failed items beyond this size are returned with their ID only. */
const MAX_ECHO_BYTES = 24 * 1024;

/**
 * Returns all items in request order: stored items as stored; failed items as sent, with a null `id` if they have none.
 */
export function batchToWire<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  items: readonly unknown[];
  result: BatchResult<Row>;
  method: 'POST' | 'PUT';
}): unknown[] {
  const { ctx, object, items, result, method } = options;
  let room = MAX_ECHO_BYTES;
  return items.map((item, index) => {
    const row = result.rows[index];
    if (row) return restRow(ctx, object.resource, row);
    const sent = isRecord(item) ? item : {};
    const id = method === 'PUT' && isRecord(item) ? (item.id ?? null) : null;
    const failed = { ...sent, id };
    if (room > 0) room -= Buffer.byteLength(JSON.stringify(failed));
    if (room > 0) return failed;
    return { id: typeof id === 'number' ? id : null };
  });
}
