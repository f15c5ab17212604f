import type { Pixel } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { mergeExtra } from '../../../resources/define/extra.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdatePixel } from './input.ts';

/** Updates the fields that are in the input. */
export async function updatePixel(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Pixel> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWholeRow<Pixel>({ ctx, table: 'pixel', resource: 'Pixel', id, unchangedSince });
    const problems = new Problems();
    const { advertiserId, ...fields } = problems.parse(ctx, UpdatePixel, input);
    if (advertiserId !== undefined && advertiserId !== before.advertiserId)
      problems.add('advertiserId', 'cannot be changed');
    const extra = mergeExtra({ ctx, problems, definition: UpdatePixel, stored: before.extra, input });
    problems.throwIfAny();

    const changed = changedFields(before, { ...fields, ...(extra && { extra }) });
    if (!changed) return before;
    const after = await ctx.db.pixel.update({
      where: { id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    await recordChange({ ctx, resource: 'Pixel', id, action: 'UPDATE', before, after });
    return after;
  });
}
