import { AD_GROUP } from '../../domain/ad-group/definition.ts';
import { adGroupObject } from '../../domain/ad-group/object.ts';
import { countAdGroups, findAdGroups, targetingAttributesOf } from '../../domain/native/find.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { historyOf } from '../account/history.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { Campaign } from '../campaigns/campaign.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { keptFields } from '../parts/kept-fields.ts';
import { oneById } from '../parts/one-by-id.ts';
import { ownedConnection } from '../parts/owned-connection.ts';
import { resourceType } from '../parts/resource-type.ts';
import { nativeMutations } from './native-mutations.ts';
import { targetingAttributes } from './targeting-attribute.ts';

export const AdGroup = resourceType(AD_GROUP, { whole: true });

keptFields(AdGroup);
historyOf('AdGroup', AdGroup);

const adGroups = connectionOf({
  resource: AD_GROUP,
  type: AdGroup,
  visible: (ctx) => visibleObjects(ctx, 'adgroup'),
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

nativeMutations({ object: adGroupObject, type: AdGroup, find: findAdGroups, single: true });
