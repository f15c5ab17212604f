import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  MOMENTS,
  optionalStatus,
  reference,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { MEDIA_TYPE } from './media-type.ts';

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
    ...MOMENTS,
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
