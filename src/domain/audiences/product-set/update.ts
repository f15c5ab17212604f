import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdateProductSet } from './input.ts';
import { checkFilter } from './rules.ts';
import type { ProductSet } from './view.ts';

/** Updates the fields in the input. The all-products set cannot get a filter. */
export async function updateProductSet(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<ProductSet> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWholeRow<ProductSet>({
      ctx,
      table: 'product_set',
      resource: 'Product set',
      id,
      unchangedSince,
    });
    const problems = new Problems();
    const { accountId, productSetFilter, ...fields } = problems.parse(ctx, UpdateProductSet, input);
    if (accountId !== undefined && accountId !== before.advertiserId)
      problems.add('accountId', 'cannot be changed');
    if (productSetFilter === null && !before.isAllProducts)
      problems.add('productSetFilter', 'must not be null, because this is not the set of all products');
    const filter = productSetFilter == null ? undefined : checkFilter(problems, productSetFilter);
    if (filter && before.isAllProducts)
      problems.add('productSetFilter', 'cannot be set, because this is the set of all products');
    problems.throwIfAny();

    const changed = changedFields(before, { ...fields, ...(filter && { productSetFilter: filter }) });
    if (!changed) return before;
    const after = await ctx.db.productSet.update({
      where: { id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    await recordChange({ ctx, resource: 'ProductSet', id, action: 'UPDATE', before, after });
    return after;
  });
}
