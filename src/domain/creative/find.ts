import type { Creative, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visibleCreatives } from './visible.ts';

/** Conditions on creatives, as filters of both faces name them. */
export function creativeFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.CreativeWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's creatives that meet `where`; `query` says what to load, in which order and how many. */
export function findCreatives(options: {
  ctx: DomainContext;
  where: Prisma.CreativeWhereInput;
  query: Omit<Prisma.CreativeFindManyArgs, 'where'>;
}): Promise<Creative[]> {
  const { ctx, where, query } = options;
  return ctx.db.creative.findMany({ ...query, where: { AND: [visibleCreatives(ctx), where] } });
}
