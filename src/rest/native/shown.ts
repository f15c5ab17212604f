import type { NativeObjectName } from '../../domain/native/object.ts';
import { defineShown, type Shown } from '../shown.ts';

/** The columns of each native object, in the order of its answers (section 3, "Resources"; RULINGS N2, N3c). */
const otherwise = ['id', 'extra', 'createdAt', 'updatedAt'];
const internal = ['seatId'];

export const SHOWN: Readonly<Record<NativeObjectName, Shown>> = {
  campaign: defineShown({
    table: 'campaign',
    shown: [
      'advertiserId',
      'status',
      'name',
      'budget',
      'budgetType',
      'objective',
      'language',
      'channel',
      'isPartnerNetwork',
      'advancedGeoPos',
      'advancedGeoNeg',
    ],
    otherwise,
    internal,
  }),
  adgroup: defineShown({
    table: 'ad_group',
    shown: ['advertiserId', 'status', 'campaignId', 'name', 'startDateStr', 'bidSet', 'productSetId'],
    otherwise,
    internal,
  }),
  ad: defineShown({
    table: 'native_ad',
    shown: [
      'advertiserId',
      'status',
      'adGroupId',
      'title',
      'description',
      'landingUrl',
      'callToActionText',
      'flashSaleConfig',
    ],
    otherwise,
    internal,
  }),
  keyword: defineShown({
    table: 'keyword',
    shown: [
      'advertiserId',
      'status',
      'parentType',
      'parentId',
      'value',
      'matchType',
      'exclude',
      'bidSet',
      'landingUrl',
      'adParamValues',
    ],
    otherwise,
    internal,
  }),
  targetingattribute: defineShown({
    table: 'targeting_attribute',
    shown: ['advertiserId', 'status', 'parentType', 'parentId', 'type', 'value', 'exclude'],
    otherwise,
    internal,
  }),
};
