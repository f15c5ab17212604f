import type { Advertiser } from '../../db/generated/prisma/client.ts';
import { changedFields } from '../changed-fields.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { zoneAsSpelled } from '../fields.ts';
import { recordChange } from '../history/record.ts';
import { isRecord, Problems } from '../input.ts';
import { lockWholeRow, nextUpdatedAt } from '../rows.ts';
import { UpdateAdvertiser } from './input.ts';
import { checkCategories } from './rules.ts';

/**
 * Changes what the input names and leaves the rest (spec 2, "Advertisers"). `contact` is merged,
 * `timezone` and `currency` never change (RULINGS T3).
 */
export async function updateAdvertiser(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Advertiser> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWholeRow<Advertiser>({
      ctx,
      table: 'advertiser',
      resource: 'Advertiser',
      id,
      unchangedSince,
    });
    const problems = new Problems();
    const { timezone, currency, contact, ...fields } = problems.parse(ctx, UpdateAdvertiser, input);
    if (timezone !== undefined && timezone !== zoneAsSpelled(before.timezone))
      problems.add('timezone', 'cannot be changed');
    if (currency !== undefined && currency !== before.currency) problems.add('currency', 'cannot be changed');
    if (fields.iabCategoryId !== undefined || fields.iabSecondaryCategoryId !== undefined)
      await checkCategories({
        ctx,
        problems,
        iabCategoryId: fields.iabCategoryId ?? before.iabCategoryId,
        iabSecondaryCategoryId: fields.iabSecondaryCategoryId ?? before.iabSecondaryCategoryId,
      });
    problems.throwIfAny();

    const merged = contact && { ...(isRecord(before.contact) ? before.contact : {}), ...contact };
    const changed = changedFields(before, { ...fields, ...(merged && { contact: merged }) });
    if (!changed) return before;
    const after = await ctx.db.advertiser.update({
      where: { id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    await recordChange({ ctx, resource: 'Advertiser', id, action: 'UPDATE', before, after });
    return after;
  });
}
