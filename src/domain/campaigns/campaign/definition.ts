import {
  decimal,
  defineResource,
  enumField,
  flag,
  formerlyOpenEnum,
  HISTORY,
  identity,
  instant,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { NATIVE_TIMESTAMPS } from '../../native/batch/fields.ts';
import { DAILY_BUDGET_TYPE } from '../line/enums.ts';
import { CAMPAIGN_BUDGET_TYPE, CAMPAIGN_OBJECTIVE, CAMPAIGN_STATUS, CHANNEL } from './enums.ts';

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
    name: text('name', 'The display name.', { rest: 'campaignName', input: sent.name() }),
    status: enumField(CAMPAIGN_STATUS, 'status', 'The status: `ACTIVE`, `PAUSED` or `DELETED`.', {
      input: sent
        .someOf(CAMPAIGN_STATUS, ['ACTIVE', 'PAUSED'])
        .optional()
        .describe('The status: `ACTIVE` or `PAUSED`.'),
    }),
    budget: decimal('budget', 'The budget, in the advertiser’s currency.', {
      input: sent.amount().nullable().optional(),
    }),
    budgetType: formerlyOpenEnum(
      CAMPAIGN_BUDGET_TYPE,
      'budgetType',
      'The period of the budget: `LIFETIME` or `DAILY`.',
    ),
    dailyBudget: decimal(
      'dailyBudget',
      'The most that its lines spend together on a day, in the advertiser’s currency and time zone. Not applied if `dailyBudgetType` is `AUTO_ALLOCATED`.',
      { rest: false, input: sent.positive(sent.MAX_AMOUNT).nullable().optional() },
    ),
    dailyBudgetType: enumField(DAILY_BUDGET_TYPE, 'dailyBudgetType', 'The type of `dailyBudget`.', {
      rest: false,
      input: sent.oneOf(DAILY_BUDGET_TYPE).nullable().optional(),
    }),
    startDate: instant(
      'startDate',
      'The first second of the campaign. Its lines do not deliver before. Null without a limit.',
      { rest: false, input: sent.instant().nullable().optional() },
    ),
    endDate: instant(
      'endDate',
      'The end of the campaign, after its start. Its lines do not deliver from then on. Null without a limit.',
      { rest: false, input: sent.instant().nullable().optional() },
    ),
    objective: formerlyOpenEnum(
      CAMPAIGN_OBJECTIVE,
      'objective',
      'The objective, such as `VISIT_WEB` or `PROMOTE_BRAND`.',
    ),
    language: text('language', 'The code of the campaign’s language, such as `en`.', {
      input: sent
        .text(16)
        .nullable()
        .optional()
        .describe('The code of a language in the dictionary, such as `en`.'),
    }),
    channel: enumField(CHANNEL, 'channel', 'The channel: `NATIVE`, `SEARCH` or `SEARCH_AND_NATIVE`.', {
      input: sent
        .oneOf(CHANNEL)
        .nullable()
        .optional()
        .describe('The channel: `NATIVE`, `SEARCH` or `SEARCH_AND_NATIVE`. It must match the objective.'),
    }),
    isPartnerNetwork: flag('isPartnerNetwork', 'Whether the campaign uses the supply of partners.', {
      input: sent.textFlag().nullable().optional(),
    }),
    advancedGeoPos: text('advancedGeoPos', 'How targeted locations are matched.', TOKEN),
    advancedGeoNeg: text('advancedGeoNeg', 'How excluded locations are matched.', TOKEN),
    ...NATIVE_TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
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
  passthrough: 'extra',
  internal: ['seatId'],
});
