import type { DomainContext } from '../../context.ts';
import { type OwnedListParameters, ownedPage } from '../advertiser/owned-page.ts';
import { CAMPAIGN_LIST, findCampaigns } from './find.ts';
import type { Campaign } from './get.ts';

/** Returns a page of an advertiser's campaigns, or of the seat's, without deleted ones. */
export async function listCampaigns(options: {
  ctx: DomainContext;
  input: OwnedListParameters;
}): Promise<Campaign[]> {
  const { ctx, input } = options;
  const { where, query } = await ownedPage({ ctx, input, list: CAMPAIGN_LIST });
  return findCampaigns({ ctx, where: { AND: [where, { status: { not: 'DELETED' } }] }, query });
}
