import type { Advertiser } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { type ListParameters, parseList } from '../listing.ts';
import { advertiserFilter, findAdvertisers } from './find.ts';

/** The scalar fields of an advertiser, by which a list can be sorted. */
export const ADVERTISER_COLUMNS = {
  id: 'id',
  name: 'name',
  status: 'status',
  landingPageUrl: 'landingPageUrl',
  iabCategoryId: 'iabCategoryId',
  iabSecondaryCategoryId: 'iabSecondaryCategoryId',
  timezone: 'timezone',
  currency: 'currency',
  billingPrice: 'billingPrice',
  isCrossdeviceOff: 'isCrossdeviceOff',
  accountGroupId: 'accountGroupId',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** One page of the caller's advertisers (spec 2, "Advertisers"). */
export async function listAdvertisers(options: {
  ctx: DomainContext;
  input: ListParameters;
}): Promise<Advertiser[]> {
  const { ctx, input } = options;
  const { query, ...page } = parseList({ ctx, input, columns: ADVERTISER_COLUMNS });
  return findAdvertisers({ ctx, where: advertiserFilter({ query }), query: page });
}
