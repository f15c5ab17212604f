import {
  defineResource,
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
    ),
    name: text('name', 'The display name. Ads that show the creative inherit it.'),
    mediaType: word(MEDIA_TYPE, 'mediaType', 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`. Immutable.'),
    status: inUse('Creative', 'a creative'),
    title: text('title', 'The headline.'),
    description: text('description', 'The body text.'),
    landingUrl: text('landingUrl', 'The URL that a click leads to.', { scalar: 'URL' }),
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
