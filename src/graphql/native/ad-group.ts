import { AD_GROUP } from '../../domain/native/ad-group/definition.ts';
import { adGroupObject } from '../../domain/native/ad-group/object.ts';
import { historyOf } from '../account/history.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { Campaign } from '../campaigns/campaign.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields } from '../parts/row-field.ts';
import { nativeMutations } from './native-mutations.ts';
import { targetingAttributes } from './targeting-attribute.ts';

export const AdGroup = resourceType(AD_GROUP);

addPassthroughFields(AdGroup);
historyOf(AdGroup);

const adGroups = connectionOf({
  resource: AD_GROUP,
  type: AdGroup,
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
});

relatedConnection({
  of: targetingAttributes,
  owner: AdGroup,
  field: 'targetingAttributes',
  description: 'The targeting attributes of the ad group.',
});

oneById({ type: AdGroup, name: 'AdGroup', singular: 'ad group' });

nativeMutations({ object: adGroupObject, type: AdGroup, single: true });
