import { getAdvertiser } from '../advertiser/get.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { findProductSets, productSetFilter } from './find.ts';
import type { ProductSet } from './view.ts';

/** The scalar fields of a product set, by which a list can be sorted; `count` is no column. */
export const PRODUCT_SET_COLUMNS = {
  id: 'id',
  accountId: 'advertiserId',
  name: 'name',
  type: 'type',
  status: 'status',
  isAllProducts: 'isAllProducts',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** One page of the caller's product sets, of one advertiser if named (NotFoundError without it) (spec 2, "Product sets"). */
export async function listProductSets(options: {
  ctx: DomainContext;
  input: ListParameters & { accountId?: string | undefined };
}): Promise<ProductSet[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const accountId = idParameter(problems, 'accountId', input.accountId);
  const { query, ...page } = parseList({ ctx, input, columns: PRODUCT_SET_COLUMNS, problems });
  if (accountId !== undefined) await getAdvertiser({ ctx, id: accountId });
  const owner = accountId === undefined ? {} : { advertiserId: accountId };
  return findProductSets({ ctx, where: { AND: [owner, productSetFilter({ query })] }, query: page });
}
