import type { DomainContext } from '../context.ts';
import { type ListParameters, parseList } from '../listing.ts';
import { dealFilter, findDeals } from './find.ts';
import type { Deal } from './view.ts';

/** The scalar fields of a deal, by which a list can be sorted. */
export const DEAL_COLUMNS = {
  id: 'id',
  name: 'name',
  status: 'status',
  exchangeId: 'exchangeId',
  exchangeDealId: 'exchangeDealId',
  description: 'description',
  reservePrice: 'reservePrice',
  accountGroupId: 'accountGroupId',
  accountIsExcluded: 'accountIsExcluded',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** One page of the caller's deals (spec 2, "Deals"). */
export async function listDeals(options: { ctx: DomainContext; input: ListParameters }): Promise<Deal[]> {
  const { ctx, input } = options;
  const { query, ...page } = parseList({ ctx, input, columns: DEAL_COLUMNS });
  return findDeals({ ctx, where: dealFilter({ query }), query: page });
}
