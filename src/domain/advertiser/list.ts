import type { Advertiser } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { searched } from '../list-fields.ts';
import { type ListParameters, parseList } from '../listing.ts';
import { ADVERTISER_LIST, findAdvertisers } from './find.ts';

/** Returns a page of the caller's advertisers (spec 2, "Advertisers"). */
export async function listAdvertisers(options: {
  ctx: DomainContext;
  input: ListParameters;
}): Promise<Advertiser[]> {
  const { ctx, input } = options;
  const { query, ...page } = parseList({ ctx, input, list: ADVERTISER_LIST });
  return findAdvertisers({ ctx, where: searched(ADVERTISER_LIST, query), query: page });
}
