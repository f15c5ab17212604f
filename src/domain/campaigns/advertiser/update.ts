import { type Advertiser, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { zoneAsSpelled } from '../../../resources/define/fields.ts';
import { isRecord, Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdateAdvertiser } from './input.ts';
import { checkCategories } from './rules.ts';

/**
 * Updates the fields that are in the input. `contact` is merged with the stored one. `timezone` and `currency`
 * cannot be changed.
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
    const { timezone, currency, contact, billingContact, ...fields } = problems.parse(
      ctx,
      UpdateAdvertiser,
      input,
    );
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

    const changed = changedFields(before, {
      ...fields,
      billingContact,
      ...(contact && { contact: mergedContact(before.contact, contact) }),
    });
    if (!changed) return before;
    const { billingContact: billing, ...columns } = changed;
    const after = await ctx.db.advertiser.update({
      where: { id },
      data: {
        ...columns,
        ...(billing !== undefined && { billingContact: billing ?? Prisma.DbNull }),
        updatedAt: nextUpdatedAt(ctx, before.updatedAt),
      },
    });
    await recordChange({ ctx, resource: 'Advertiser', id, action: 'UPDATE', before, after });
    return after;
  });
}

/** Merges a sent contact into the stored one. A field that is cleared is removed, as if it had never been sent. */
function mergedContact(stored: Prisma.JsonValue, sent: object): Prisma.InputJsonObject {
  const merged = Object.entries({ ...(isRecord(stored) ? stored : {}), ...sent });
  return Object.fromEntries(merged.filter(([, value]) => value !== null)) as Prisma.InputJsonObject;
}
