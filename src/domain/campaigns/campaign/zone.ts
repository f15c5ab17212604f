import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { visibleCampaigns } from './visible.ts';

/** Returns the time zone of the campaign's advertiser; undefined if the caller cannot see the campaign. */
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
