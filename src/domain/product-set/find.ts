import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import type { ProductSet } from './view.ts';
import { visibleProductSets } from './visible.ts';

/** Conditions on product sets, as filters of both faces name them. */
export function productSetFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.ProductSetWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's product sets that meet `where`; `query` says what to load, in which order and how many. */
export function findProductSets(options: {
  ctx: DomainContext;
  where: Prisma.ProductSetWhereInput;
  query: Omit<Prisma.ProductSetFindManyArgs, 'where'>;
}): Promise<ProductSet[]> {
  const { ctx, where, query } = options;
  return ctx.db.productSet.findMany({ ...query, where: { AND: [visibleProductSets(ctx), where] } });
}
