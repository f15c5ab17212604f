import { DATE_RANGE, isInRange } from '../../../platform/time/instant.ts';
import {
  defineResource,
  HISTORY,
  identity,
  json,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { bidSet } from '../batch/channels.ts';
import { ADVERTISER_ID, NATIVE_TIMESTAMPS, STATUS } from '../batch/fields.ts';

const day = () =>
  sent
    .text(10)
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-01-31')
    .refine(
      (value) => new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value),
      'must be a day like 2026-01-31',
    )
    .refine(isInRange, DATE_RANGE)
    .meta({ kind: 'day' });

export const AD_GROUP = defineResource('AdGroup', {
  one: 'ad group',
  many: 'ad groups',
  description: 'An ad group of a campaign: the bids, native ads and keywords that run together.',
  visible: 'of the seat',
  feature: 'adgroup',
  search: 'name',
  hidesDeleted: true,
  fields: {
    id: identity('AdGroup'),
    advertiserId: ADVERTISER_ID,
    campaignId: reference('Campaign', 'campaignId', 'The integer ID of its campaign.', {
      numeric: true,
      input: sent.id('Campaign').describe('The campaign that the ad group belongs to. Immutable.'),
    }),
    name: text('name', 'The display name.', { rest: 'adGroupName', input: sent.name() }),
    status: STATUS,
    startDate: text('startDateStr', 'The first day on which it runs, in the format `yyyy-MM-dd`.', {
      rest: 'startDateStr',
      scalar: 'Date',
      input: day().nullable().optional(),
    }),
    bidSet: json(
      'bidSet',
      'The bids, as `{bids: [{priceType, value, channel}]}`. Values are in the advertiser’s currency.',
      { input: bidSet().describe('The bids, on channels of the campaign.') },
    ),
    productSetId: reference(
      'ProductSet',
      'productSetId',
      'The integer ID of the product set that its dynamic product ads show.',
      {
        numeric: true,
        input: sent
          .id('ProductSet')
          .nullable()
          .optional()
          .describe('The product set that the ad group’s dynamic product ads show.'),
      },
    ),
    ...NATIVE_TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns it.',
    },
    campaign: {
      to: 'one',
      resource: 'Campaign',
      column: 'campaignId',
      description: 'The campaign that it belongs to.',
    },
    ads: {
      to: 'pages',
      resource: 'NativeAd',
      column: 'adGroupId',
      relation: 'nativeAds',
      description: 'The native ads of the ad group.',
    },
    keywords: {
      to: 'pages',
      resource: 'Keyword',
      column: 'parentId',
      description: 'The keywords of the ad group.',
    },
    targetingAttributes: {
      to: 'pages',
      resource: 'TargetingAttribute',
      column: 'parentId',
      ownerType: 'parentType',
      ownerName: 'ADGROUP',
      description: 'The targeting attributes of the ad group.',
    },
  },
  passthrough: 'extra',
  internal: ['seatId'],
});
