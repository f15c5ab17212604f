import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { visibleCampaigns } from './visible.ts';

/** The time zone of the advertiser of a campaign; undefined if the caller sees no such campaign. */
export async function zoneOfCampaign(options: {
  ctx: DomainContext;
  id: number;
}): Promise<string | undefined> {
  const { ctx, id } = options;
  const campaign = await ctx.db.campaign.findFirst({
    where: { AND: [visibleCampaigns(ctx), byId(id)] },
    select: { advertiser: { select: { timezone: true } } },
  });
  return campaign?.advertiser.timezone;
}
