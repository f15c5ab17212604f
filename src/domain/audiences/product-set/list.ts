import { Problems } from '../../../resources/define/input.ts';
import { orderByOf } from '../../../resources/filter/keyset.ts';
import { defineList, integerField, searchWhere, textField } from '../../../resources/filter/list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../../../resources/filter/listing.ts';
import { getAdvertiser } from '../../campaigns/advertiser/get.ts';
import type { DomainContext } from '../../context.ts';
import { countsOf } from './count.ts';
import { findProductSets, PRODUCT_SET_LIST } from './find.ts';
import type { ProductSet } from './view.ts';

/** A list can be sorted by any field that it returns except `count`, which is not a column. */
const SORTED_BY = defineList({
  fields: {
    ...PRODUCT_SET_LIST.fields,
    productSetFilter: textField('productSetFilter'),
    count: integerField('count'),
  },
});

/**
 * Returns a page of the caller's product sets; of one advertiser if `accountId` names it. Throws NotFoundError if there
 * is no such advertiser.
 */
export async function listProductSets(options: {
  ctx: DomainContext;
  input: ListParameters & { accountId?: string | undefined };
}): Promise<ProductSet[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const accountId = idParameter(problems, 'accountId', input.accountId);
  const { query, skip, take, order } = parseList({ ctx, input, list: SORTED_BY, problems });
  if (accountId !== undefined) await getAdvertiser({ ctx, id: accountId });
  const owner = accountId === undefined ? {} : { advertiserId: accountId };
  const where = { AND: [owner, searchWhere(PRODUCT_SET_LIST, query)] };
  if (order.column !== 'count')
    return findProductSets({ ctx, where, query: { skip, take, orderBy: orderByOf(order) } });

  const sets = await findProductSets({ ctx, where, query: { orderBy: { id: order.direction } } });
  const counts = await countsOf(ctx, sets);
  const sign = order.direction === 'asc' ? 1 : -1;
  sets.sort((a, b) => sign * ((counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0)));
  return sets.slice(skip, skip + take);
}
