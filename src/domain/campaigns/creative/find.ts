import type { Creative, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { listOf } from '../../../resources/filter/list.ts';
import type { DomainContext } from '../../context.ts';
import { CREATIVE } from './definition.ts';
import { visibleCreatives } from './visible.ts';

export const CREATIVE_LIST = listOf(CREATIVE);

/** Finds the caller's creatives that match `where`. `query` sets what to load, the order and the limit. */
export function findCreatives(options: {
  ctx: DomainContext;
  where: Prisma.CreativeWhereInput;
  query: Omit<Prisma.CreativeFindManyArgs, 'where'>;
}): Promise<Creative[]> {
  const { ctx, where, query } = options;
  return ctx.db.creative.findMany({ ...query, where: { AND: [visibleCreatives(ctx), where] } });
}
