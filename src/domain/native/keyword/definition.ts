import { z } from 'zod';
import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  json,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { bidSet } from '../batch/channels.ts';
import { KEYWORD_PARENT_TYPE, MATCH_TYPE } from '../batch/enums.ts';
import { ADVERTISER_ID, EXCLUDE, NATIVE_TIMESTAMPS, STATUS } from '../batch/fields.ts';

export const KEYWORD = defineResource('Keyword', {
  one: 'keyword',
  many: 'keywords',
  description: 'A search term that an ad group bids on or excludes.',
  visible: 'of the seat',
  feature: 'keyword',
  search: 'value',
  hidesDeleted: true,
  fields: {
    id: identity('Keyword'),
    advertiserId: ADVERTISER_ID,
    parentType: enumField(KEYWORD_PARENT_TYPE, 'parentType', 'The type of the parent. Always `ADGROUP`.', {
      isNotFilterable: true,
      input: sent.oneOf(KEYWORD_PARENT_TYPE),
    }),
    parentId: reference(
      'AdGroup',
      'parentId',
      'The integer ID of the ad group that the keyword belongs to.',
      {
        numeric: true,
        input: sent.id('AdGroup').describe('The ad group that the keyword belongs to. Immutable.'),
      },
    ),
    value: text('value', 'The search term.', { input: sent.text() }),
    matchType: enumField(MATCH_TYPE, 'matchType', 'The match type: `BROAD`, `PHRASE` or `EXACT`.', {
      input: sent.oneOf(MATCH_TYPE).optional(),
    }),
    exclude: EXCLUDE,
    status: STATUS,
    bidSet: json(
      'bidSet',
      'The keyword’s own bids, as `{bids: [{priceType, value, channel}]}`. Null if the bids of the ad group apply.',
      { input: bidSet().nullable().optional().describe('The keyword’s own bids, on channel `SEARCH`.') },
    ),
    landingUrl: text('landingUrl', 'The URL that a click leads to.', {
      scalar: 'URL',
      input: sent.httpUrl().nullable().optional(),
    }),
    adParamValues: json('adParamValues', 'The values of the ad parameters.', {
      input: sent.passthroughJson(z.unknown()).optional(),
    }),
    ...NATIVE_TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    adGroup: {
      to: 'one',
      resource: 'AdGroup',
      column: 'parentId',
      description: 'The ad group that the keyword belongs to.',
    },
  },
  passthrough: 'extra',
  internal: ['seatId'],
});
