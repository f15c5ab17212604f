import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import {
  booleanField,
  defineList,
  idField,
  listedField,
  MOMENTS,
  statusField,
  textField,
} from '../list-fields.ts';
import type { ProductSet } from './view.ts';
import { visibleProductSets } from './visible.ts';

export const PRODUCT_SET_LIST = defineList({
  search: 'name',
  fields: {
    id: idField('ProductSet', 'id'),
    accountId: idField('Advertiser', 'advertiserId'),
    name: textField('name'),
    type: listedField('type'),
    status: statusField,
    isAllProducts: booleanField('isAllProducts'),
    ...MOMENTS,
  },
});

/** Finds the caller's product sets that match `where`. `query` sets what to load, the order and the limit. */
export function findProductSets(options: {
  ctx: DomainContext;
  where: Prisma.ProductSetWhereInput;
  query: Omit<Prisma.ProductSetFindManyArgs, 'where'>;
}): Promise<ProductSet[]> {
  const { ctx, where, query } = options;
  return ctx.db.productSet.findMany({ ...query, where: { AND: [visibleProductSets(ctx), where] } });
}
