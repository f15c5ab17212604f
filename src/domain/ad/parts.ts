import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { Fields, Problems } from '../input.ts';
import { mergeParts, withoutIds } from '../parts.ts';
import type { UpdateAd } from './input.ts';

/** What an ad is read with. */
export const AD_PARTS = {
  creative: { select: { name: true, mediaType: true } },
  schedules: { orderBy: { id: 'asc' } },
  countdown: true,
} as const satisfies Prisma.AdInclude;

export type AdWithParts = Prisma.AdGetPayload<{ include: typeof AD_PARTS }>;

type Sent = Partial<Fields<typeof UpdateAd.fields.shape>>;

/** Merges the schedules as sent into those stored (RULINGS T7); `stored` is absent for a new ad. */
export function mergeSchedules(options: {
  problems: Problems;
  stored: AdWithParts['schedules'] | undefined;
  sent: Sent;
}) {
  const { problems, stored, sent } = options;
  type Schedule = NonNullable<Sent['schedules']>[number];
  const { parts, write } = mergeParts<Schedule, Prisma.AdScheduleCreateManyAdInput>({
    problems,
    path: 'schedules',
    what: 'a schedule of this ad',
    // On creation there is nothing that an id could name.
    sent: stored ? sent.schedules : (withoutIds(sent.schedules) as Schedule[] | undefined),
    stored: stored ?? [],
    removal: { path: 'removeScheduleIds', ids: sent.removeScheduleIds },
    toData: ({ id: _, ...rest }) => rest,
  });
  for (const { path, data } of parts)
    if (path !== undefined && data.startDate && data.endDate && data.endDate <= data.startDate)
      problems.add(`${path}.endDate`, 'must be after startDate');
  return write;
}
