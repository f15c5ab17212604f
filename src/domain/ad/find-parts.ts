import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { visibleAds } from './visible.ts';

/** The parts of the caller's ads, by their own IDs. */

interface Find<Where, Arguments> {
  readonly ctx: DomainContext;
  readonly where: Where;
  readonly query: Omit<Arguments, 'where'>;
}

export const findAdSchedules = ({
  ctx,
  where,
  query,
}: Find<Prisma.AdScheduleWhereInput, Prisma.AdScheduleFindManyArgs>) =>
  ctx.db.adSchedule.findMany({ ...query, where: { AND: [{ ad: visibleAds(ctx) }, where] } });

export const findAdCountdowns = ({
  ctx,
  where,
  query,
}: Find<Prisma.AdCountdownWhereInput, Prisma.AdCountdownFindManyArgs>) =>
  ctx.db.adCountdown.findMany({ ...query, where: { AND: [{ ad: visibleAds(ctx) }, where] } });
