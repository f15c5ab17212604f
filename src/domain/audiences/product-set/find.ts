import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { restListOf } from '../../../resources/filter/list.ts';
import type { DomainContext } from '../../context.ts';
import { PRODUCT_SET } from './definition.ts';
import type { ProductSet } from './view.ts';
import { visibleProductSets } from './visible.ts';

export const PRODUCT_SET_LIST = restListOf(PRODUCT_SET);

/** Finds the caller's product sets that match `where`. `query` sets what to load, the order and the limit. */
export function findProductSets(options: {
  ctx: DomainContext;
  where: Prisma.ProductSetWhereInput;
  query: Omit<Prisma.ProductSetFindManyArgs, 'where'>;
}): Promise<ProductSet[]> {
  const { ctx, where, query } = options;
  return ctx.db.productSet.findMany({ ...query, where: { AND: [visibleProductSets(ctx), where] } });
}
