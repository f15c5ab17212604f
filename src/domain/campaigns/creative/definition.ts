import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  optionalStatus,
  reference,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { CREATIVE_TYPE } from './creative-type.ts';
import { MEDIA_TYPE } from './media-type.ts';

/** The maximum length of third-party code, in characters. */
const MAX_CODE = 20_000;

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
    mediaType: enumField(
      MEDIA_TYPE,
      'mediaType',
      'The media type: `DISPLAY`, `VIDEO` or `NATIVE`. Immutable.',
      { input: sent.oneOf(MEDIA_TYPE) },
    ),
    type: enumField(CREATIVE_TYPE, 'type', 'The type, which narrows down the media type.', {
      input: sent
        .oneOf(CREATIVE_TYPE)
        .nullable()
        .optional()
        .describe('The type. It must be one of the media type, such as `VIDEO_HOSTED` for `VIDEO`.'),
    }),
    status: optionalStatus('Creative', { one: 'a creative' }),
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
    thirdPartyCode: text('thirdPartyCode', 'The code of a third party that shows the creative.', {
      isNotFilterable: true,
      input: sent
        .text(MAX_CODE)
        .nullable()
        .optional()
        .describe('The code of a third party. Only for `DISPLAY_THIRD_PARTY` and `VIDEO_THIRD_PARTY`.'),
    }),
    tagUrl: text('tagUrl', 'The URL of a third party’s code, such as the VAST tag of a video.', {
      scalar: 'URL',
      input: sent
        .httpUrl()
        .nullable()
        .optional()
        .describe('The URL of a third party’s code. Only for `DISPLAY_THIRD_PARTY` and `VIDEO_THIRD_PARTY`.'),
    }),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the creative.',
    },
  },
  internal: ['seatId'],
});
