import type { Creative } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { checkType } from './creative-type.ts';
import { UpdateCreative } from './input.ts';
import { hasTimeMacro, lockCountdowns } from './time-macro.ts';

/**
 * Updates the fields that are in the input. `{time}` cannot be added to the texts while an ad on a native line
 * shows them without a countdown.
 */
export async function updateCreative(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Creative> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWholeRow<Creative>({
      ctx,
      table: 'creative',
      resource: 'Creative',
      id,
      unchangedSince,
    });
    const problems = new Problems();
    const { advertiserId, mediaType, ...fields } = problems.parse(ctx, UpdateCreative, input);
    if (advertiserId !== undefined && advertiserId !== before.advertiserId)
      problems.add('advertiserId', 'cannot be changed');
    if (mediaType !== undefined && mediaType !== before.mediaType)
      problems.add('mediaType', 'cannot be changed');
    if ([fields.type, fields.thirdPartyCode, fields.tagUrl].some((value) => value !== undefined))
      checkType({ problems, creative: { ...before, ...fields } });
    if (hasTimeMacro({ ...before, ...fields }) && !hasTimeMacro(before))
      await checkCountdowns({
        ctx,
        problems,
        creative: before,
        path: fields.title?.includes('{time}') ? 'title' : 'description',
      });
    problems.throwIfAny();

    const changed = changedFields(before, fields);
    if (!changed) return before;
    const after = await ctx.db.creative.update({
      where: { id },
      data: { ...changed, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    await recordChange({ ctx, resource: 'Creative', id, action: 'UPDATE', before, after });
    return after;
  });
}

async function checkCountdowns(options: {
  ctx: DomainContext;
  problems: Problems;
  creative: Pick<Creative, 'id' | 'advertiserId'>;
  path: string;
}): Promise<void> {
  const { ctx, problems, creative, path } = options;
  await lockCountdowns(ctx, creative.advertiserId);
  const ad = await ctx.db.ad.findFirst({
    where: { creativeId: creative.id, countdown: null, line: { isNativeEnabled: true } },
    select: { id: true },
  });
  if (ad) problems.add(path, `must not gain {time} while ad ${ad.id} on a native line has no countdown`);
}
