import type { Ad, AdCountdown, AdSchedule } from '../../../platform/database/generated/prisma/client.ts';
import { insertRow, insertRows } from '../../../platform/database/rows/write-row.ts';
import { Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { CreateAd } from './input.ts';
import { type AdWithParts, mergeSchedules } from './parts.ts';
import { checkCountdown, checkPrefix, referredCreative, referredLine } from './rules.ts';

/** Creates an ad that shows a creative on a line of the same advertiser. */
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
    const { countdown, schedules: _, ...columns } = problems.complete(fields, CreateAd);

    const now = ctx.now();
    const { db, seatId } = ctx;
    const ad = await insertRow<Ad>({
      db,
      table: 'ad',
      row: { nativeAdRestrictions: [], ...columns, seatId, createdAt: now, updatedAt: now },
    });
    const adId = ad.id;
    const rows = (schedules.createMany?.data ?? []).map((row) => ({ ...row, adId }));
    const stored = await insertRows<AdSchedule>({ db, table: 'ad_schedule', rows });
    const created: AdWithParts = {
      ...ad,
      creative: { name: creative?.name ?? '', mediaType: creative?.mediaType ?? '' },
      schedules: stored,
      countdown: countdown
        ? await insertRow<AdCountdown>({ db, table: 'ad_countdown', row: { ...withoutId(countdown), adId } })
        : null,
    };
    await recordChange({ ctx, resource: 'Ad', id: adId, action: 'CREATE', after: created });
    return created;
  });
}

function withoutId<T extends { id?: number }>({ id: _, ...rest }: T): Omit<T, 'id'> {
  return rest;
}
