import type { AdGroup } from '../../../db/generated/prisma/client.ts';
import { id, oneOf, text } from '../../fields.ts';
import { adGroupBidProblem, bidSet, isBidSet } from '../channels.ts';
import { inputsOf } from '../inputs.ts';
import { COMMON_COLUMNS, type NativeObject } from '../object.ts';
import { campaignsById, checkAdvertisers, productSetOwners, unknownParent } from '../references.ts';

const day = () =>
  text(10)
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-01-31')
    .refine(
      (value) => new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value),
      'must be a day like 2026-01-31',
    );

const fields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it. Immutable.'),
  campaignId: id('Campaign').describe('The campaign that the ad group belongs to. Immutable.'),
  adGroupName: text().describe('The display name.'),
  status: oneOf(['ACTIVE', 'PAUSED']).optional().describe('The status: `ACTIVE` or `PAUSED`.'),
  startDateStr: day().optional().describe('The first day on which it runs, in the format `yyyy-MM-dd`.'),
  bidSet: bidSet().describe('The bids, on channels of the campaign.'),
  productSetId: id('ProductSet')
    .optional()
    .describe('The product set that the ad group’s dynamic product ads show.'),
};

export const adGroupObject: NativeObject<AdGroup> = {
  name: 'adgroup',
  resource: 'AdGroup',
  table: 'ad_group',
  columns: {
    ...COMMON_COLUMNS,
    campaignId: 'campaign_id',
    name: 'name',
    startDateStr: 'start_date_str',
    bidSet: 'bid_set',
    productSetId: 'product_set_id',
  },
  renamed: { adGroupName: 'name' },
  ...inputsOf(fields),
  defaults: { status: 'ACTIVE' },
  immutable: ['advertiserId', 'campaignId'],
  parents: { campaignId: 'campaign_id' },
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
      if (named.has('productSetId') && owners.get(row.productSetId ?? 0) !== row.advertiserId)
        refusals.push(unknownParent('productSetId', 'product set', row.productSetId ?? 0));
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
};
