import { getAdvertiser } from '../advertiser/get.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { searched } from '../list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { findProductSets, PRODUCT_SET_LIST } from './find.ts';
import type { ProductSet } from './view.ts';

/** One page of the caller's product sets, of one advertiser if named (NotFoundError without it) (spec 2, "Product sets"). */
export async function listProductSets(options: {
  ctx: DomainContext;
  input: ListParameters & { accountId?: string | undefined };
}): Promise<ProductSet[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const accountId = idParameter(problems, 'accountId', input.accountId);
  const { query, ...page } = parseList({ ctx, input, list: PRODUCT_SET_LIST, problems });
  if (accountId !== undefined) await getAdvertiser({ ctx, id: accountId });
  const owner = accountId === undefined ? {} : { advertiserId: accountId };
  return findProductSets({ ctx, where: { AND: [owner, searched(PRODUCT_SET_LIST, query)] }, query: page });
}
