import type { Advertiser, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visibleAdvertisers } from './visible.ts';

/** Conditions on advertisers, as filters of both faces name them. */
export function advertiserFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.AdvertiserWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's advertisers that meet `where`; `query` says what to load, in which order and how many. */
export function findAdvertisers(options: {
  ctx: DomainContext;
  where: Prisma.AdvertiserWhereInput;
  query: Omit<Prisma.AdvertiserFindManyArgs, 'where'>;
}): Promise<Advertiser[]> {
  const { ctx, where, query } = options;
  return ctx.db.advertiser.findMany({ ...query, where: { AND: [visibleAdvertisers(ctx), where] } });
}

export function countAdvertisers(options: {
  ctx: DomainContext;
  where: Prisma.AdvertiserWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.advertiser.count({ where: { AND: [visibleAdvertisers(ctx), where] } });
}
