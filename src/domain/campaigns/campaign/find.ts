import type { Campaign, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { listOf } from '../../../resources/filter/list.ts';
import type { DomainContext } from '../../context.ts';
import { CAMPAIGN } from './definition.ts';
import { visibleCampaigns } from './visible.ts';

export const CAMPAIGN_LIST = listOf(CAMPAIGN);

/** Finds the caller's campaigns that match `where`. `query` sets what to load, the order and the limit. */
export function findCampaigns(options: {
  ctx: DomainContext;
  where: Prisma.CampaignWhereInput;
  query: Omit<Prisma.CampaignFindManyArgs, 'where'>;
}): Promise<Campaign[]> {
  const { ctx, where, query } = options;
  return ctx.db.campaign.findMany({ ...query, where: { AND: [visibleCampaigns(ctx), where] } });
}
