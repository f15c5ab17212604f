import type { DomainContext } from '../context.ts';
import type { Problems } from '../input.ts';
import { byId } from '../rows.ts';
import { visibleCampaigns } from './visible.ts';

/** The campaign that a line's `orderId` names, with its advertiser; foreign is unknown. */
export async function referredCampaign(options: {
  ctx: DomainContext;
  problems: Problems;
  id: number | undefined;
}): Promise<{ id: number; advertiserId: number } | undefined> {
  const { ctx, problems, id } = options;
  if (id === undefined) return undefined;
  const campaign = await ctx.db.campaign.findFirst({
    where: { AND: [visibleCampaigns(ctx), byId(id)] },
    select: { id: true, advertiserId: true },
  });
  if (!campaign) problems.add('orderId', 'must be the ID of a campaign of this seat');
  return campaign ?? undefined;
}
