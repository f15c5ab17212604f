import { AD_GROUP_LIST, countAdGroups, findAdGroups, targetingAttributesOf } from '../domain/native/find.ts';
import { adGroupObject } from '../domain/native/objects/ad-group.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { connectionType, relatedConnection, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';
import { oneById } from './one-by-id.ts';
import { ownedConnection } from './owned-connection.ts';
import { targetingAttributes } from './targeting-attribute.ts';

export const AdGroup = builder.prismaObject('AdGroup', {
  description: 'Bids, ads and keywords of a campaign on the native interface.',
  fields: (t) => ({
    advertiser: t.relation('advertiser', { description: 'Who owns it.' }),
    campaignId: t.expose('campaignId', { type: 'SafeInt', description: 'The id of its campaign.' }),
    campaign: t.relation('campaign', { description: 'Its campaign.' }),
    adGroupName: t.exposeString('name', { description: 'Display name.' }),
    startDateStr: t.exposeString('startDateStr', { nullable: true, description: 'First day, yyyy-MM-dd.' }),
    bidSet: t.expose('bidSet', { type: 'JSON', description: '`{bids: [{priceType, value, channel}]}`' }),
    productSetId: t.expose('productSetId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The product set of its dynamic product ads.',
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
  orderBy: ['id', 'adGroupName', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: adGroups,
  owner: Campaign,
  field: 'adGroups',
  description: 'Its ad groups.',
});

relatedConnection({
  of: adGroups,
  owner: Advertiser,
  field: 'adGroups',
  description: 'Ad groups of its campaigns.',
});

rootConnection({
  of: adGroups,
  field: 'adGroups',
  description: 'The seat’s ad groups.',
  find: findAdGroups,
  count: countAdGroups,
});

ownedConnection({
  of: targetingAttributes,
  owner: AdGroup,
  field: 'targetingAttributes',
  description: 'Whom it reaches.',
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
