import type { Campaign, Prisma } from '../../db/generated/prisma/client.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { mergeExtra } from '../extra.ts';
import { recordChange } from '../history/record.ts';
import { Problems } from '../input.ts';
import { lockWholeRow, nextUpdatedAt } from '../rows.ts';
import { UpdateCampaign } from './input.ts';
import { checkChannel, checkLanguage } from './rules.ts';

/** Changes what the input names and leaves the rest (spec 3, "Campaign"). */
export async function updateCampaign(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** Refuse with ConflictError unless this is still the `updatedAt`. */
  unchangedSince?: Date | undefined;
}): Promise<Campaign> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWholeRow<Campaign>({
      ctx,
      table: 'campaign',
      resource: 'Campaign',
      id,
      unchangedSince,
    });
    const problems = new Problems();
    const { advertiserId, campaignName, name, ...fields } = problems.parse(ctx, UpdateCampaign, input);
    if (advertiserId !== undefined && advertiserId !== before.advertiserId)
      problems.add('advertiserId', 'cannot be changed');
    checkChannel({
      problems,
      objective: fields.objective ?? before.objective,
      channel: fields.channel ?? before.channel,
    });
    if (fields.language !== before.language)
      await checkLanguage({ ctx, problems, language: fields.language });
    const extra = mergeExtra({ problems, definition: UpdateCampaign, stored: before.extra, input });
    problems.throwIfAny();

    const after = await ctx.db.campaign.update({
      where: { id },
      data: {
        ...fields,
        name: campaignName ?? name ?? before.name,
        ...(extra && { extra: extra as Prisma.InputJsonObject }),
        updatedAt: nextUpdatedAt(ctx, before.updatedAt),
      },
    });
    await recordChange({ ctx, resource: 'Campaign', id, action: 'UPDATE', before, after });
    return after;
  });
}
