import {
  AD_GROUP_LIST,
  countAdGroups,
  findAdGroups,
  targetingAttributesOf,
} from '../../domain/native/find.ts';
import { adGroupObject } from '../../domain/native/objects/ad-group.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { Campaign } from '../campaigns/campaign.ts';
import { connectionType } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { ownedConnection } from '../parts/owned-connection.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';
import { targetingAttributes } from './targeting-attribute.ts';

export const AdGroup = builder.prismaObject('AdGroup', {
  description: 'An ad group of a campaign: the bids, native ads and keywords that run together.',
  fields: (t) => ({
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns it.' }),
    campaignId: t.expose('campaignId', { type: 'SafeInt', description: 'The integer ID of its campaign.' }),
    campaign: t.relation('campaign', { description: 'The campaign that it belongs to.' }),
    adGroupName: t.exposeString('name', { description: 'The display name.' }),
    startDateStr: t.exposeString('startDateStr', {
      nullable: true,
      description: 'The first day on which it runs, in the format `yyyy-MM-dd`.',
    }),
    bidSet: t.expose('bidSet', {
      type: 'JSON',
      description:
        'The bids, as `{bids: [{priceType, value, channel}]}`. Values are in the advertiser’s currency.',
    }),
    productSetId: t.expose('productSetId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The integer ID of the product set that its dynamic product ads show.',
    }),
  }),
});

nativeFields('AdGroup', AdGroup);
historyOf('AdGroup', AdGroup);

const adGroups = connectionType({
  type: AdGroup,
  name: 'AdGroup',
  words: 'ad groups',
  list: AD_GROUP_LIST,
  visible: (ctx) => visibleObjects(ctx, 'adgroup'),
  status: NativeStatus,
});

relatedConnection({
  of: adGroups,
  owner: Campaign,
  field: 'adGroups',
  description: 'The ad groups of the campaign.',
});

relatedConnection({
  of: adGroups,
  owner: Advertiser,
  field: 'adGroups',
  description: 'The ad groups of the advertiser’s campaigns.',
});

rootConnection({
  of: adGroups,
  field: 'adGroups',
  description: 'Returns the ad groups of the seat.',
  find: findAdGroups,
  count: countAdGroups,
});

ownedConnection({
  of: targetingAttributes,
  owner: AdGroup,
  field: 'targetingAttributes',
  description: 'The targeting attributes of the ad group.',
  select: { id: true },
  rows: (ctx, groups, conditions) =>
    targetingAttributesOf(
      ctx,
      groups.map(({ id }) => id),
      conditions,
    ),
});

oneById({ type: AdGroup, name: 'AdGroup', word: 'ad group', find: findAdGroups });

nativeMutations({ object: adGroupObject, type: AdGroup, single: true });
