import { isId, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { recordChanges } from '../../notifications/history/record-changes.ts';
import { authorizeNativeWrite } from './access.ts';
import type { NativeObject, NativeRow } from './object.ts';
import { LOCK_WAIT, lockRows, updateRows } from './store.ts';

/** Sets the status DELETED and returns the object. Deleting it again changes nothing. */
export async function deleteObject<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  id: number;
}): Promise<Row> {
  const { ctx, object, id } = options;
  authorizeNativeWrite(ctx, object.name);
  const run = async (ctx: DomainContext) => {
    const before = isId(id) ? (await lockRows(ctx, object, [id])).get(id) : undefined;
    if (!before) throw new NotFoundError(object.resource.one);
    if (before.status === 'DELETED') return before;
    const after = { ...before, status: 'DELETED', updatedAt: nextUpdatedAt(ctx, before.updatedAt) };
    await updateRows(ctx, object, [after]);
    await recordChanges({
      ctx,
      resource: object.resource.name,
      action: 'DELETE',
      changes: [{ id, before, after }],
    });
    return after;
  };
  return inTransaction(ctx, run, LOCK_WAIT);
}
