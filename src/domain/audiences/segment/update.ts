import type { Segment } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdateSegment } from './input.ts';

/** Updates the fields that are in the input. */
export async function updateSegment(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Segment> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWholeRow<Segment>({
      ctx,
      table: 'segment',
      resource: 'Segment',
      id,
      unchangedSince,
    });
    const problems = new Problems();
    const { pixelId, ...fields } = problems.parse(ctx, UpdateSegment, input);
    if (pixelId !== undefined && pixelId !== before.pixelId) problems.add('pixelId', 'cannot be changed');
    problems.throwIfAny();

    const changed = changedFields(before, fields);
    if (!changed) return before;
    const after = await ctx.db.segment.update({
      where: { id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    await recordChange({ ctx, resource: 'Segment', id, action: 'UPDATE', before, after });
    return after;
  });
}
