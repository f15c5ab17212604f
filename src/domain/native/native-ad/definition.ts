import { z } from 'zod';
import {
  defineResource,
  HISTORY,
  identity,
  json,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { ADVERTISER_ID, NATIVE_TIMESTAMPS, STATUS } from '../batch/fields.ts';

export const NATIVE_AD = defineResource('NativeAd', {
  one: 'native ad',
  many: 'native ads',
  description:
    'A native ad of an ad group. The native interface calls it an ad; it is not an `Ad` of a line.',
  visible: 'of the seat',
  feature: 'ad',
  search: 'title',
  hidesDeleted: true,
  fields: {
    id: identity('NativeAd'),
    advertiserId: {
      ...ADVERTISER_ID,
      input: sent
        .id('Advertiser')
        .optional()
        .describe('The advertiser of the ad group. If sent, it must match the ad group’s advertiser.'),
    },
    adGroupId: reference('AdGroup', 'adGroupId', 'The integer ID of its ad group.', {
      numeric: true,
      input: sent.id('AdGroup').describe('The ad group that the native ad belongs to. Immutable.'),
    }),
    title: text('title', 'The headline.', { input: sent.text() }),
    description: text('description', 'The text below the headline.', {
      input: sent.text(1000).nullable().optional(),
    }),
    landingUrl: text('landingUrl', 'The URL that a click leads to.', {
      scalar: 'URL',
      input: sent.httpUrl(),
    }),
    status: STATUS,
    callToActionText: text(
      'callToActionText',
      'The call-to-action text, one of `dictionary.callToActionTexts`.',
      {
        input: sent
          .text()
          .nullable()
          .optional()
          .describe(
            'The call-to-action text. Must be one of the dictionary’s texts in the campaign’s language.',
          ),
      },
    ),
    flashSaleConfig: json(
      'flashSaleConfig',
      'The countdown. Its `countdownPrefixText` is one of `dictionary.flashSaleCountdownPrefixTexts`.',
      {
        input: sent
          .passthroughJson(z.custom<Record<string, unknown>>(isRecord, 'must be an object'))
          .nullable()
          .optional()
          .describe(
            'The countdown. Its `countdownPrefixText` must be one of the dictionary’s texts in the campaign’s language.',
          ),
      },
    ),
    ...NATIVE_TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    adGroup: {
      to: 'one',
      resource: 'AdGroup',
      column: 'adGroupId',
      description: 'The ad group that the native ad belongs to.',
    },
  },
  passthrough: 'extra',
  internal: ['seatId'],
});
