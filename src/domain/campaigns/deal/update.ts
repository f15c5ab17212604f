import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdateDeal } from './input.ts';
import { checkAccounts, distinct } from './rules.ts';
import { type Deal, dealView } from './view.ts';

/** Updates the fields that are in the input. An empty array clears a list. */
export async function updateDeal(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Deal> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const { updatedAt } = await lockRow({ ctx, table: 'deal', resource: 'Deal', id, unchangedSince });
    const problems = new Problems();
    const fields = problems.parse(ctx, UpdateDeal, input);
    await checkAccounts({ ctx, problems, ...fields });
    problems.throwIfAny();

    const before = await ctx.db.deal.findUniqueOrThrow({ where: { id } });
    const changed = changedFields(before, { ...fields, ...distinct(fields) });
    if (!changed) return before;
    const after = await ctx.db.deal.update({
      where: { id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, updatedAt) },
    });
    await recordChange({
      ctx,
      resource: 'Deal',
      id,
      action: 'UPDATE',
      before: dealView(before),
      after: dealView(after),
    });
    return after;
  });
}
