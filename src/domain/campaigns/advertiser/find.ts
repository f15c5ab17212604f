import type { Advertiser, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { listOf } from '../../../resources/filter/list.ts';
import type { DomainContext } from '../../context.ts';
import { ADVERTISER } from './definition.ts';
import { visibleAdvertisers } from './visible.ts';

export const ADVERTISER_LIST = listOf(ADVERTISER);

/** Finds the caller's advertisers that match `where`. `query` sets what to load, the order and the limit. */
export function findAdvertisers(options: {
  ctx: DomainContext;
  where: Prisma.AdvertiserWhereInput;
  query: Omit<Prisma.AdvertiserFindManyArgs, 'where'>;
}): Promise<Advertiser[]> {
  const { ctx, where, query } = options;
  return ctx.db.advertiser.findMany({ ...query, where: { AND: [visibleAdvertisers(ctx), where] } });
}
