import type { Ad, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visibleAds } from './visible.ts';

/** Conditions on ads, as filters of both faces name them; an ad is called as its creative. */
export function adFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.AdWhereInput {
  return {
    ...(filter?.query && {
      creative: { name: { contains: likeText(filter.query), mode: 'insensitive' } },
    }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's ads that meet `where`; `query` says what to load, in which order and how many. */
export function findAds(options: {
  ctx: DomainContext;
  where: Prisma.AdWhereInput;
  query: Omit<Prisma.AdFindManyArgs, 'where'>;
}): Promise<Ad[]> {
  const { ctx, where, query } = options;
  return ctx.db.ad.findMany({ ...query, where: { AND: [visibleAds(ctx), where] } });
}
