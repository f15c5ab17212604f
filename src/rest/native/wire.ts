import { isRecord } from '../../domain/input.ts';
import type { BatchResult } from '../../domain/native/batch.ts';
import type { NativeObject, NativeRow } from '../../domain/native/object.ts';
import { SHOWN } from './shown.ts';

/** Fields under their wire names; those documented elsewhere as they were sent (RULINGS T3). */
export function objectToWire<Row extends NativeRow>(object: NativeObject<Row>, row: Row) {
  const { id, extra, createdAt, updatedAt } = row;
  const wire: Record<string, unknown> = { ...(isRecord(extra) ? extra : {}), id };
  for (const field of SHOWN[object.name].shown)
    wire[wireNameOf(object, field)] = (row as Record<string, unknown> & Row)[field];
  wire.createdDate = createdAt.getTime();
  wire.lastUpdateDate = updatedAt.getTime();
  return wire;
}

function wireNameOf({ renamed }: Pick<NativeObject<NativeRow>, 'renamed'>, field: string): string {
  for (const name in renamed) if (renamed[name] === field) return name;
  return field;
}

/** All items in order: what was stored, and what failed as it was sent, its id null when it has none (RULINGS N2). */
export function batchToWire<Row extends NativeRow>(
  object: NativeObject<Row>,
  items: readonly unknown[],
  { rows }: BatchResult<Row>,
  method: 'POST' | 'PUT',
): unknown[] {
  return items.map((item, index) => {
    const row = rows[index];
    if (row) return objectToWire(object, row);
    const sent = isRecord(item) ? item : {};
    const id = method === 'PUT' && isRecord(item) ? (item.id ?? null) : null;
    return { ...sent, id };
  });
}
