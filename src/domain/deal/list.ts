import type { DomainContext } from '../context.ts';
import { searched } from '../list-fields.ts';
import { type ListParameters, parseList } from '../listing.ts';
import { DEAL_LIST, findDeals } from './find.ts';
import type { Deal } from './view.ts';

/** Returns a page of the caller's deals (spec 2, "Deals"). */
export async function listDeals(options: { ctx: DomainContext; input: ListParameters }): Promise<Deal[]> {
  const { ctx, input } = options;
  const { query, ...page } = parseList({ ctx, input, list: DEAL_LIST });
  return findDeals({ ctx, where: searched(DEAL_LIST, query), query: page });
}
