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
  description: 'A tag of an advertiser that reports conversions; REST calls it a beacon.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Pixel:123`.',
      resolve: ({ id }) => globalId('Pixel', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.id({
      description: 'Global id of the advertiser that owns it.',
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns it.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    dotPixel: t.exposeBoolean('dotPixel', {
      description: 'true for an on-page pixel, false for one of server events.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
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
  description: 'Its pixels.',
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
