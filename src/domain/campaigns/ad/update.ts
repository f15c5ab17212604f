import type { Ad } from '../../../platform/database/generated/prisma/client.ts';
import { updateRow } from '../../../platform/database/rows/write-row.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { changesParts } from '../../../resources/define/parts.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { UpdateAd } from './input.ts';
import { AD_PARTS, type AdWithParts, mergeSchedules, storedParts } from './parts.ts';
import { checkCountdown, checkPrefix, referredCreative, referredLine } from './rules.ts';

/**
 * Updates the fields that are in the input. Schedules are merged by ID. `lineId` moves the ad to another line
 * of the same advertiser.
 */
export async function updateAd(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<AdWithParts> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWrite(ctx);

  return inTransaction(ctx, async (ctx) => {
    const locked = await lockWholeRow<Ad>({ ctx, table: 'ad', resource: 'Ad', id, unchangedSince });
    const before = { ...withRestrictions(locked), ...(await storedParts({ ctx, adId: id })) };
    const problems = new Problems();
    const fields = problems.parse(ctx, UpdateAd, input);
    const stored = await referredLine({ ctx, problems, id: before.lineId, joins: false });
    const advertiserId = stored?.advertiserId;
    const moves = fields.lineId !== undefined && fields.lineId !== before.lineId;
    const line = moves ? await referredLine({ ctx, problems, id: fields.lineId, joins: true }) : stored;
    if (line && line.advertiserId !== advertiserId)
      problems.add('lineId', 'must be a line of the ad’s advertiser');
    const creativeId = fields.creativeId ?? before.creativeId;
    const creative = await referredCreative({ ctx, problems, id: creativeId, advertiserId });
    const { countdown } = fields;
    const isRemoved = countdown === null;
    const hasCountdown =
      !isRemoved && (before.countdown !== null || countdown !== undefined || problems.has('countdown'));
    checkCountdown({ problems, line, creative, hasCountdown });
    if (countdown?.id !== undefined && countdown.id !== before.countdown?.id)
      problems.add('countdown.id', 'must be the id of the countdown of this ad');
    await checkPrefix({ ctx, problems, id: countdown?.countdownPrefixId });
    const schedules = mergeSchedules({ problems, stored: before.schedules, sent: fields });
    problems.throwIfAny();

    const { countdown: _, schedules: __, removeScheduleIds: ___, ...columns } = fields;
    const { id: ____, ...timer } = countdown ?? {};
    const isTimed = countdown && (!before.countdown || changedFields(before.countdown, timer));
    const own = changedFields(before, columns);
    const loses = isRemoved && before.countdown !== null;
    if (!own && !isTimed && !loses && !changesParts({ schedules })) return before;
    const changed = await updateRow<Ad>({
      db: ctx.db,
      table: 'ad',
      row: { ...own, id, updatedAt: nextUpdatedAt(ctx, before.updatedAt) },
    });
    const data = {
      ...(changesParts({ schedules }) && { schedules: schedules as object }),
      ...(isTimed && { countdown: { upsert: { create: countdown, update: timer } } }),
      ...(loses && { countdown: { delete: true } }),
    };
    const isMore = Object.keys(data).length > 0;
    const after = {
      ...before,
      ...withRestrictions(changed),
      ...(creative && { creative: { name: creative.name, mediaType: creative.mediaType } }),
      ...(isMore && (await ctx.db.ad.update({ where: { id }, data, select: AD_PARTS }))),
    };
    await recordChange({ ctx, resource: 'Ad', id, action: 'UPDATE', before, after });
    return after;
  });
}

/** Ads created before empty lists were stored have null; return an empty list for them. */
const withRestrictions = (ad: Ad): Ad => ({ ...ad, nativeAdRestrictions: ad.nativeAdRestrictions ?? [] });
