import {
  boolean,
  decimal,
  defineResource,
  HISTORY,
  identity,
  integer,
  object,
  requiredStatus,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { dealsOfAdvertiser } from '../deal/of-advertiser.ts';
import { billingContact, contact } from './contact.ts';
import { showsBillingContact } from './visible.ts';

export const ADVERTISER = defineResource('Advertiser', {
  one: 'advertiser',
  many: 'advertisers',
  description: 'An advertiser, which owns campaigns, pixels, creatives, native lists and product sets.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Advertiser'),
    name: text('name', 'The display name.', { input: sent.name() }),
    status: requiredStatus('Advertiser', {
      one: 'an advertiser',
      active: 'The advertiser is active. Its lines can deliver.',
      inactive: 'The advertiser is inactive. Its lines do not deliver.',
    }),
    landingPageUrl: text('landingPageUrl', 'The URL of the advertiser’s website.', {
      scalar: 'URL',
      input: sent.httpUrl(),
    }),
    iabCategoryId: integer('iabCategoryId', 'The ID of the primary category in the content taxonomy.', {
      input: sent.integer(1, 1_000_000),
    }),
    iabSecondaryCategoryId: integer(
      'iabSecondaryCategoryId',
      'The ID of the secondary category, or -1 if there is none.',
      {
        input: sent
          .integer(-1, 1_000_000)
          .optional()
          .describe(
            'The ID of the secondary category, which must be a direct child of the primary one. -1 for none.',
          ),
      },
    ),
    timezone: text('timezone', 'The IANA time zone in which report data is aggregated. Immutable.', {
      scalar: 'TimeZone',
      input: sent.timezone(),
    }),
    currency: text('currency', 'The ISO 4217 currency code. Immutable.', {
      scalar: 'Currency',
      input: sent.currency(),
    }),
    billingPrice: decimal('billingPrice', 'The profit margin in percent, from 0 to 100.', {
      input: sent.number(0, 100),
    }),
    contact: object(
      { name: 'Contact', description: 'The contact details of an advertiser.', schema: contact },
      'contact',
      'The contact details.',
      {
        input: contact.describe('The contact details. An update merges them with the stored ones.'),
      },
    ),
    billingContact: object(
      {
        name: 'BillingContact',
        description: 'The billing contact of an advertiser.',
        schema: billingContact,
      },
      'billingContact',
      'The billing contact. Only returned for seats that are subject to a country’s legal compliance.',
      {
        shownTo: showsBillingContact,
        input: billingContact.optional().describe('The billing contact. It must always be sent as a whole.'),
      },
    ),
    isCrossdeviceOff: boolean(
      'isCrossdeviceOff',
      'Whether cross-device conversion optimization is disabled.',
      {
        input: sent.boolean().optional().describe('Whether to disable cross-device conversion optimization.'),
      },
    ),
    accountGroupId: integer(
      'accountGroupId',
      'The integer ID of the account group that owns the advertiser.',
      { scalar: 'SafeInt' },
    ),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    campaigns: {
      to: 'pages',
      resource: 'Campaign',
      column: 'advertiserId',
      description: 'The campaigns of the advertiser.',
    },
    adGroups: {
      to: 'pages',
      resource: 'AdGroup',
      column: 'advertiserId',
      description: 'The ad groups of the advertiser’s campaigns.',
    },
    lines: {
      to: 'pages',
      resource: 'Line',
      column: 'advertiserId',
      description: 'The lines of the advertiser.',
    },
    creatives: {
      to: 'pages',
      resource: 'Creative',
      column: 'advertiserId',
      description: 'The creatives of the advertiser.',
    },
    pixels: {
      to: 'pages',
      resource: 'Pixel',
      column: 'advertiserId',
      description: 'The pixels of the advertiser.',
    },
    nativeLists: {
      to: 'pages',
      resource: 'NativeList',
      column: 'advertiserId',
      description: 'The native lists of the advertiser, which its lines can block.',
    },
    audiences: {
      to: 'pages',
      resource: 'Audience',
      column: 'advertiserId',
      description: 'The audiences of hashed IDs that partners keep for the advertiser.',
    },
    deals: {
      to: 'pages',
      resource: 'Deal',
      column: 'accountGroupId',
      rule: dealsOfAdvertiser,
      description: 'The deals that the advertiser can target.',
    },
    productSets: {
      to: 'pages',
      resource: 'ProductSet',
      column: 'advertiserId',
      description: 'The product sets of the advertiser, beginning with the set of all products.',
    },
  },
  internal: ['seatId'],
});
