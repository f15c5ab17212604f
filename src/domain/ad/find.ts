import type { Ad, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { listOf } from '../resource/list.ts';
import { AD } from './definition.ts';
import { visibleAds } from './visible.ts';

export const AD_LIST = listOf(AD);

/** Finds the caller's ads that match `where`. `query` sets what to load, the order and the limit. */
export function findAds(options: {
  ctx: DomainContext;
  where: Prisma.AdWhereInput;
  query: Omit<Prisma.AdFindManyArgs, 'where'>;
}): Promise<Ad[]> {
  const { ctx, where, query } = options;
  return ctx.db.ad.findMany({ ...query, where: { AND: [visibleAds(ctx), where] } });
}

export function countAds(options: { ctx: DomainContext; where: Prisma.AdWhereInput }): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.ad.count({ where: { AND: [visibleAds(ctx), where] } });
}
