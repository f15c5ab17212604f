import {
  boolean,
  defineResource,
  HISTORY,
  identity,
  reference,
  TIMESTAMPS,
  text,
} from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';

export const PIXEL = defineResource('Pixel', {
  one: 'pixel',
  many: 'pixels',
  description:
    'A pixel: a tag of an advertiser that reports conversions. The traffic interface calls it a beacon.',
  visible: 'of the seat',
  search: 'name',
  fields: {
    id: identity('Pixel'),
    advertiserId: reference(
      'Advertiser',
      'advertiserId',
      'The global ID of the advertiser that owns the pixel.',
      { input: sent.id('Advertiser').describe('The advertiser that owns it. Immutable.') },
    ),
    name: text('name', 'The display name.', { input: sent.name() }),
    isDotPixel: boolean(
      'dotPixel',
      'Whether the pixel is placed on web pages (true) or receives server events (false).',
      { rest: 'dotPixel', input: sent.boolean().optional() },
    ),
    ...TIMESTAMPS,
  },
  relations: {
    history: HISTORY,
    advertiser: {
      to: 'one',
      resource: 'Advertiser',
      column: 'advertiserId',
      description: 'The advertiser that owns the pixel.',
    },
    segments: {
      to: 'pages',
      resource: 'Segment',
      column: 'pixelId',
      description: 'The segments of the pixel.',
    },
  },
  passthrough: 'extra',
  internal: ['seatId'],
});
