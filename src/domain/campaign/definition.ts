import * as sent from '../fields.ts';
import { NATIVE_MOMENTS } from '../native/fields.ts';
import { decimal, defineResource, identity, listed, reference, text, word } from '../resource/definition.ts';

const TOKEN = { input: sent.token().nullable().optional() };

export const CAMPAIGN = defineResource('Campaign', {
  one: 'campaign',
  many: 'campaigns',
  description:
    'A campaign: a set of lines and ad groups with one objective. The traffic interface calls it an order.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Campaign'),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The global ID of the advertiser that owns the campaign.',
      { input: sent.id('Advertiser').describe('The advertiser that owns it. Immutable.') },
    ),
    campaignName: text('name', 'The display name.', { unlisted: true, input: sent.name() }),
    name: text('name', 'The display name. Same value as `campaignName`.', { rest: false }),
    status: word(
      {
        name: 'CampaignStatus',
        description: 'The possible states of a campaign.',
        values: {
          ACTIVE: { description: 'The campaign is active. Its lines can deliver.' },
          PAUSED: { description: 'The campaign is paused. Its lines do not deliver.' },
          DELETED: { description: 'The campaign is deleted. It is kept for reports.' },
        },
      },
      'status',
      'The status: `ACTIVE`, `PAUSED` or `DELETED`.',
      { input: sent.oneOf(['ACTIVE', 'PAUSED']).optional().describe('The status: `ACTIVE` or `PAUSED`.') },
    ),
    budget: decimal('budget', 'The budget, in the advertiser’s currency.', {
      input: sent.amount().nullable().optional(),
    }),
    budgetType: listed('budgetType', 'The period of the budget: `LIFETIME`, `DAILY` or `MONTHLY`.', {
      input: sent.oneOf(['LIFETIME', 'DAILY', 'MONTHLY']).nullable().optional(),
    }),
    objective: listed('objective', 'The objective, such as `VISIT_WEB` or `PROMOTE_BRAND`.', TOKEN),
    language: text('language', 'The code of the campaign’s language, such as `en`.', {
      input: sent
        .text(16)
        .nullable()
        .optional()
        .describe('The code of a language in the dictionary, such as `en`.'),
    }),
    channel: listed('channel', 'The channel: `NATIVE`, `SEARCH` or `SEARCH_AND_NATIVE`.', {
      input: sent
        .oneOf(['NATIVE', 'SEARCH', 'SEARCH_AND_NATIVE'])
        .optional()
        .describe('The channel: `NATIVE`, `SEARCH` or `SEARCH_AND_NATIVE`. It must match the objective.'),
    }),
    isPartnerNetwork: listed(
      'isPartnerNetwork',
      'Whether the campaign uses the supply of partners: `TRUE` or `FALSE`.',
      { input: sent.oneOf(['TRUE', 'FALSE']).nullable().optional() },
    ),
    advancedGeoPos: listed('advancedGeoPos', 'How targeted locations are matched.', TOKEN),
    advancedGeoNeg: listed('advancedGeoNeg', 'How excluded locations are matched.', TOKEN),
    ...NATIVE_MOMENTS,
  },
  relations: {
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the campaign.',
    },
    adGroups: {
      to: 'pages',
      resource: 'AdGroup',
      column: 'campaignId',
      description: 'The ad groups of the campaign.',
    },
    lines: { to: 'pages', resource: 'Line', column: 'campaignId', description: 'The lines of the campaign.' },
  },
  kept: 'extra',
  internal: ['seatId'],
});
