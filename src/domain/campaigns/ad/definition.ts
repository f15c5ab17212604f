import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  instant,
  integer,
  reference,
  requiredStatus,
  TIMESTAMPS,
  text,
  texts,
} from '../../../resources/define/definition.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import * as sent from '../../../resources/define/fields.ts';
import { MEDIA_TYPE } from '../creative/media-type.ts';

const NATIVE_AD_STATUS = defineEnum('NativeAdStatus', 'The possible statuses of an ad on native supply.', {
  ACTIVE: 'The ad is active.',
  PAUSED: 'The ad is paused.',
  ON_HOLD: 'The ad is on hold.',
  ON_LIMITED: 'The ad runs in a limited way.',
  RESTRICTED: 'The ad is restricted.',
  DELETED: 'The ad is deleted.',
  REJECTED: 'The ad is rejected.',
});

export const AD = defineResource('Ad', {
  one: 'ad',
  many: 'ads',
  description: 'An ad: a creative that runs on a line.',
  visible: 'of the seat',
  search: 'creative.name',
  fields: {
    id: identity('Ad'),
    name: text('creative.name', 'The name of its creative.'),
    mediaType: enumField(MEDIA_TYPE, 'creative.mediaType', 'The media type of its creative.'),
    status: requiredStatus('Ad', { one: 'an ad' }),
    lineId: reference('Line', 'lineId', 'The global ID of the line that the ad runs on.', {
      input: sent
        .id('Line')
        .describe('The line that the ad runs on. Can be changed to another line of the same advertiser.'),
    }),
    creativeId: reference('Creative', 'creativeId', 'The global ID of the creative that the ad shows.', {
      input: sent
        .id('Creative')
        .describe('The creative that the ad shows. Must belong to the line’s advertiser.'),
    }),
    nativeAdStatus: enumField(NATIVE_AD_STATUS, 'nativeAdStatus', 'The status of the ad on native supply.', {
      input: sent.oneOf(NATIVE_AD_STATUS).nullable().optional(),
    }),
    nativeAdRestrictions: texts('nativeAdRestrictions', 'The texts of the ad’s tag restriction list.', {
      input: sent.list(sent.text(), 100).optional(),
    }),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    line: { to: 'one', resource: 'Line', column: 'lineId', description: 'The line that the ad runs on.' },
    creative: {
      to: 'one',
      resource: 'Creative',
      column: 'creativeId',
      description: 'The creative that the ad shows.',
    },
    schedules: { to: 'many', resource: 'AdSchedule', column: 'adId', description: 'The flights of the ad.' },
    countdown: {
      to: 'only',
      resource: 'AdCountdown',
      column: 'adId',
      description: 'The countdown, for ads on native lines whose creative contains `{time}`.',
    },
  },
  internal: ['seatId'],
});

export const AD_SCHEDULE = defineResource('AdSchedule', {
  one: 'flight',
  many: 'flights',
  description: 'A period in which an ad runs, within the flights of its line.',
  visible: 'with its owner',
  fields: {
    id: identity('AdSchedule'),
    startDate: instant('startDate', 'The first second of the flight.', { input: sent.instant() }),
    endDate: instant('endDate', 'The end of the flight.', {
      input: sent.instant().describe('The end of the flight. Must be after the start.'),
    }),
  },
  relations: {},
  internal: ['adId'],
});

export const AD_COUNTDOWN = defineResource('AdCountdown', {
  one: 'countdown',
  many: 'countdowns',
  description: 'The countdown that an ad on a native line shows in place of `{time}`.',
  visible: 'with its owner',
  fields: {
    id: identity('AdCountdown'),
    countdownPrefixId: integer(
      'countdownPrefixId',
      'The ID of the text shown before the countdown, from `dictionary.flashSaleCountdownPrefixTexts`.',
      {
        input: sent
          .integer(1, sent.MAX_ID)
          .nullable()
          .optional()
          .describe(
            'The ID of the text shown before the countdown, from the dictionary of countdown prefixes.',
          ),
      },
    ),
    endDate: instant('endDate', 'The moment to which the ad counts down.', { input: sent.instant() }),
    timezone: text('timezone', 'The time zone in which the countdown is shown.', {
      scalar: 'TimeZone',
      input: sent.timezone(),
    }),
  },
  relations: {},
  internal: ['adId'],
});
