import * as sent from '../fields.ts';
import {
  defineResource,
  IN_USE,
  identity,
  inUse,
  MOMENTS,
  reference,
  text,
  type Words,
  word,
} from '../resource/definition.ts';

export const MEDIA_TYPE: Words = {
  name: 'MediaType',
  description: 'The kinds of media that an ad can show.',
  values: {
    DISPLAY: { description: 'An image or a banner.' },
    VIDEO: { description: 'A video.' },
    NATIVE: { description: 'Text and images that follow the design of the page.' },
  },
};

export const CREATIVE = defineResource('Creative', {
  one: 'creative',
  many: 'creatives',
  description: 'A creative: what an ad shows.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Creative'),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The global ID of the advertiser that owns the creative.',
      { input: sent.id('Advertiser').describe('The advertiser that owns it. Immutable.') },
    ),
    name: text('name', 'The display name. Ads that show the creative inherit it.', { input: sent.name() }),
    mediaType: word(MEDIA_TYPE, 'mediaType', 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`. Immutable.', {
      input: sent.oneOf(['DISPLAY', 'VIDEO', 'NATIVE']),
    }),
    status: inUse('Creative', 'a creative', {
      input: sent.oneOf(IN_USE).optional().describe('The status: `ACTIVE` (default) or `INACTIVE`.'),
    }),
    title: text('title', 'The headline.', {
      input: sent
        .optionalText()
        .nullable()
        .optional()
        .describe('The headline. `{time}` stands for a countdown.'),
    }),
    description: text('description', 'The body text.', {
      input: sent
        .optionalText(2000)
        .nullable()
        .optional()
        .describe('The body text. `{time}` stands for a countdown.'),
    }),
    landingUrl: text('landingUrl', 'The URL that a click leads to.', {
      scalar: 'URL',
      input: sent.httpUrl().nullable().optional(),
    }),
    ...MOMENTS,
  },
  relations: {
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the creative.',
    },
  },
  internal: ['seatId'],
});
