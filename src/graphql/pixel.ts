import { createPixel } from '../domain/pixel/create.ts';
import { findPixels, PIXEL_LIST } from '../domain/pixel/find.ts';
import { CreatePixel, UpdatePixel } from '../domain/pixel/input.ts';
import { updatePixel } from '../domain/pixel/update.ts';
import { visiblePixels } from '../domain/pixel/visible.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

export const Pixel = builder.prismaObject('Pixel', {
  description:
    'A pixel: a tag of an advertiser that reports conversions. The traffic interface calls it a beacon.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Pixel:123`.',
      resolve: ({ id }) => globalId('Pixel', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    advertiserId: t.id({
      description: 'The global ID of the advertiser that owns the pixel.',
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns the pixel.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    dotPixel: t.exposeBoolean('dotPixel', {
      description: 'Whether the pixel is placed on web pages (true) or receives server events (false).',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time when it was created.',
    }),
  }),
});

historyOf('Pixel', Pixel);

const pixels = connectionType({
  type: Pixel,
  name: 'Pixel',
  words: 'pixels',
  list: PIXEL_LIST,
  visible: visiblePixels,
  orderBy: ['id', 'name', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: pixels,
  owner: Advertiser,
  field: 'pixels',
  description: 'The time of the last change. Strictly increases with every change.',
});

oneById({ type: Pixel, name: 'Pixel', word: 'pixel', find: findPixels });

createMutation({
  resource: 'Pixel',
  type: Pixel,
  definition: CreatePixel,
  find: findPixels,
  run: createPixel,
});

updateMutation({
  resource: 'Pixel',
  type: Pixel,
  definition: UpdatePixel,
  find: findPixels,
  run: updatePixel,
});
