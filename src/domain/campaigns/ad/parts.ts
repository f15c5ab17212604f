import { sql } from '../../../platform/database/connection/client.ts';
import type { AdSchedule, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { Fields, Problems } from '../../../resources/define/input.ts';
import { mergeParts, partsOf, rowsBelow, withoutIds } from '../../../resources/define/parts.ts';
import { rowOfSeat } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import type { UpdateAd } from './input.ts';

/** The relations that are loaded with an ad. */
export const AD_PARTS = {
  creative: { select: { name: true, mediaType: true } },
  schedules: { orderBy: { id: 'asc' } },
  countdown: true,
} as const satisfies Prisma.AdInclude;

export type AdWithParts = Prisma.AdGetPayload<{ include: typeof AD_PARTS }>;

type StoredParts = Pick<AdWithParts, 'creative' | 'schedules' | 'countdown'>;

type Sent = Partial<Fields<typeof UpdateAd.fields.shape>>;

/** Returns the stored schedules and restrictions of an ad that is locked. */
export async function storedParts({ ctx, adId }: { ctx: DomainContext; adId: number }): Promise<StoredParts> {
  const parts = await rowOfSeat({
    ctx,
    name: 'parts of ads',
    id: adId,
    rows: (ids) => sql<
      Omit<StoredParts, 'countdown'> & { id: number; countdowns: NonNullable<StoredParts['countdown']>[] }
    >(ctx.db)`
      SELECT owner.id, json_build_object('name', creative.name, 'mediaType', creative.media_type) AS creative,
             ${rowsBelow('ad_schedule', 'ad_id')} AS schedules, ${rowsBelow('ad_countdown', 'ad_id')} AS countdowns
      FROM ad AS owner JOIN creative ON creative.id = owner.creative_id WHERE owner.id = ANY(${ids}::int[])`,
  });
  if (!parts) throw new Error(`Ad ${adId} is gone.`);
  const [countdown = null] = partsOf(parts.countdowns, ['endDate']);
  return {
    creative: parts.creative,
    schedules: partsOf(parts.schedules, ['startDate', 'endDate']),
    countdown,
  };
}

/** Merges the sent schedules into the stored ones by ID. `stored` is undefined for a new ad. */
export function mergeSchedules(options: {
  problems: Problems;
  stored: AdWithParts['schedules'] | undefined;
  sent: Sent;
}) {
  const { problems, stored, sent } = options;
  type Schedule = NonNullable<Sent['schedules']>[number];
  const { parts, write } = mergeParts<Schedule, Pick<AdSchedule, 'startDate' | 'endDate'>>({
    problems,
    path: 'schedules',
    what: 'a schedule of this ad',
    // A new ad has no schedules that an ID could name.
    sent: stored ? sent.schedules : (withoutIds(sent.schedules) as Schedule[] | undefined),
    stored: stored ?? [],
    removal: { path: 'removeScheduleIds', ids: sent.removeScheduleIds },
    toData: ({ id: _, ...rest }) => rest,
  });
  for (const { path, data } of parts) {
    if (path === undefined || problems.has(`${path}.startDate`)) continue;
    if (data.startDate && data.endDate && data.endDate <= data.startDate)
      problems.add(`${path}.endDate`, 'must be after startDate');
  }
  return write;
}
