import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { recordChange } from '../history/record.ts';
import { Problems } from '../input.ts';
import { CreateAd } from './input.ts';
import { AD_PARTS, type AdWithParts, mergeSchedules } from './parts.ts';
import { checkCountdown, checkPrefix, referredCreative, referredLine } from './rules.ts';

/** Creates an ad that shows a creative on a line of the same advertiser (spec 2, "Ads"; RULINGS T6). */
export async function createAd(options: { ctx: DomainContext; input: unknown }): Promise<AdWithParts> {
  const { ctx, input } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const problems = new Problems();
    const fields = problems.parse(ctx, CreateAd, input);
    const line = await referredLine({ ctx, problems, id: fields.lineId, joins: true });
    const creative = await referredCreative({
      ctx,
      problems,
      id: fields.creativeId,
      advertiserId: line?.advertiserId,
    });
    const hasCountdown = fields.countdown !== undefined || problems.has('countdown');
    checkCountdown({ problems, line, creative, hasCountdown });
    await checkPrefix({ ctx, problems, id: fields.countdown?.countdownPrefixId });
    const schedules = mergeSchedules({ problems, stored: undefined, sent: fields });
    const { countdown, ...data } = problems.complete(fields, CreateAd);

    const now = ctx.now();
    const ad = await ctx.db.ad.create({
      data: {
        ...data,
        seatId: ctx.seatId,
        schedules: schedules as object,
        ...(countdown && { countdown: { create: withoutId(countdown) } }),
        createdAt: now,
        updatedAt: now,
      },
      include: AD_PARTS,
    });
    await recordChange({ ctx, resource: 'Ad', id: ad.id, action: 'CREATE', after: ad });
    return ad;
  });
}

function withoutId<T extends { id?: number }>({ id: _, ...rest }: T): Omit<T, 'id'> {
  return rest;
}
