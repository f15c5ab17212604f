import { Problems } from '../../../resources/define/input.ts';
import { getAdvertiser } from '../../campaigns/advertiser/get.ts';
import type { DomainContext } from '../../context.ts';
import { countProducts, firstProducts } from './count.ts';
import { parseFilter } from './filter.ts';

/** Returns the number of products that a filter matches and the first of them, without storing a set. */
export async function previewProductSet(options: {
  ctx: DomainContext;
  advertiserId: number;
  filter: unknown;
  /** The number of products to return, at most 100. */
  first: number;
  /** The ID of a product: only those after it are returned. */
  after?: string | undefined;
}) {
  const { ctx, advertiserId, first, after } = options;
  await getAdvertiser({ ctx, id: advertiserId });
  const problems = new Problems();
  const filter = options.filter == null ? null : parseFilter(problems, options.filter, 'filter');
  problems.throwIfAny();
  const of = { ctx, advertiserId, filter: filter ?? null };
  const count = await countProducts(of);
  // Without a match, the whole feed would be read to find the first.
  return { count, products: count === 0 ? [] : await firstProducts({ ...of, first, after }) };
}
