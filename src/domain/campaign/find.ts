import type { Campaign, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visibleCampaigns } from './visible.ts';

/** Conditions on campaigns, as filters of both faces name them. */
export function campaignFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.CampaignWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's campaigns that meet `where`; `query` says what to load, in which order and how many. */
export function findCampaigns(options: {
  ctx: DomainContext;
  where: Prisma.CampaignWhereInput;
  query: Omit<Prisma.CampaignFindManyArgs, 'where'>;
}): Promise<Campaign[]> {
  const { ctx, where, query } = options;
  return ctx.db.campaign.findMany({ ...query, where: { AND: [visibleCampaigns(ctx), where] } });
}

export function countCampaigns(options: {
  ctx: DomainContext;
  where: Prisma.CampaignWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.campaign.count({ where: { AND: [visibleCampaigns(ctx), where] } });
}
