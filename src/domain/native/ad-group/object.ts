import type { AdGroup } from '../../../platform/database/generated/prisma/client.ts';
import { adGroupBidProblem, isBidSet } from '../batch/channels.ts';
import { nativeObject } from '../batch/object.ts';
import { campaignsById, checkAdvertisers, productSetOwners, unknownParent } from '../batch/references.ts';
import { AD_GROUP } from './definition.ts';

export const adGroupObject = nativeObject<AdGroup>(AD_GROUP, {
  name: 'adgroup',
  defaults: { status: 'ACTIVE' },
  immutable: ['advertiserId', 'campaignId'],
  parents: { campaignId: 'campaignId' },
  async check({ ctx, drafts }) {
    await checkAdvertisers(ctx, drafts);
    const campaigns = await campaignsById(
      ctx,
      drafts.map(({ row }) => row.campaignId),
    );
    const owners = await productSetOwners(
      ctx,
      drafts.map(({ row }) => row.productSetId),
    );
    for (const { before, row, named, refusals } of drafts) {
      const set = named.has('productSetId') ? row.productSetId : null;
      if (set != null && owners.get(set) !== row.advertiserId)
        refusals.push(unknownParent('productSetId', 'product set', set));
      if (row.campaignId === undefined) continue;
      const campaign = campaigns.get(row.campaignId);
      if (!campaign || campaign.advertiserId !== row.advertiserId) {
        if (!before) refusals.push(unknownParent('campaignId', 'campaign', row.campaignId));
        continue;
      }
      const mismatch = named.has('bidSet') && isBidSet(row.bidSet) && adGroupBidProblem(row.bidSet, campaign);
      if (mismatch) refusals.push(mismatch);
    }
  },
});
