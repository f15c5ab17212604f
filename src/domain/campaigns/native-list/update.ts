import { sql } from '../../../platform/database/connection/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdateNativeList } from './input.ts';
import { checkItems } from './rules.ts';
import type { NativeList } from './view.ts';

/**
 * Updates the fields that are in the input; `items` replaces all stored items. `updatedAt` in the input is a
 * precondition like `unchangedSince`: throws ConflictError if it is stale.
 */
export async function updateNativeList(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  unchangedSince?: Date | undefined;
  /** What clients of the observed profile call it; undefined leaves it as it is. */
  isAppList?: boolean | undefined;
}): Promise<NativeList> {
  const { ctx, id, input, isAppList } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const { accountId, items, updatedAt: sent, ...fields } = problems.parse(ctx, UpdateNativeList, input);
  checkItems(problems, items);

  return inTransaction(ctx, async (ctx) => {
    const unchangedSince = options.unchangedSince ?? sent ?? undefined;
    const before = await lockWholeRow<NativeList>({
      ctx,
      table: 'native_list',
      resource: 'Native list',
      id,
      unchangedSince,
    });
    if (accountId !== undefined && accountId !== before.advertiserId)
      problems.add('accountId', 'cannot be changed');
    problems.throwIfAny();

    const changed = changedFields(before, {
      ...fields,
      ...(isAppList !== undefined && { isAppList }),
      ...(items && { items: items.map(({ itemName }) => itemName) }),
    });
    if (!changed) return before;
    const after = { ...before, ...changed, updatedAt: nextUpdatedAt(ctx, before.updatedAt) };
    // The items are bound as one value: Prisma's query builder takes milliseconds for a list of hundreds.
    await sql(ctx.db)`
      UPDATE native_list SET name = ${after.name}, status = ${after.status}, items = ${after.items}::text[],
        is_app_list = ${after.isAppList}, updated_at = ${after.updatedAt}
      WHERE id = ${id}`;
    await recordChange({ ctx, resource: 'NativeList', id, action: 'UPDATE', before, after });
    return after;
  });
}
