import { MEDIA_TYPE } from '../creative/definition.ts';
import {
  defineResource,
  identity,
  instant,
  integer,
  inUse,
  listed,
  MOMENTS,
  reference,
  text,
  texts,
  word,
} from '../resource/definition.ts';

export const AD = defineResource('Ad', {
  one: 'ad',
  many: 'ads',
  description: 'An ad: a creative that runs on a line.',
  visible: 'of the seat',
  search: 'creative.name',
  fields: {
    id: identity('Ad'),
    name: text('creative.name', 'The name of its creative.'),
    mediaType: word(MEDIA_TYPE, 'creative.mediaType', 'The media type of its creative.'),
    status: inUse('Ad', 'an ad'),
    lineId: reference('Line', 'lineId', 'The global ID of the line that the ad runs on.'),
    creativeId: reference('Creative', 'creativeId', 'The global ID of the creative that the ad shows.'),
    nativeAdStatus: listed('nativeAdStatus', 'The status of the ad on native supply.'),
    nativeAdRestrictions: texts('nativeAdRestrictions', 'The texts of the ad’s tag restriction list.'),
    ...MOMENTS,
  },
  relations: {
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
    startDate: instant('startDate', 'The first second of the flight.'),
    endDate: instant('endDate', 'The end of the flight.'),
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
    ),
    endDate: instant('endDate', 'The moment to which the ad counts down.'),
    timezone: text('timezone', 'The time zone in which the countdown is shown.', { scalar: 'TimeZone' }),
  },
  relations: {},
  internal: ['adId'],
});
