import { createPixel } from '../domain/pixel/create.ts';
import { findPixels, pixelFilter } from '../domain/pixel/find.ts';
import { CreatePixel, UpdatePixel } from '../domain/pixel/input.ts';
import { updatePixel } from '../domain/pixel/update.ts';
import { visiblePixels } from '../domain/pixel/visible.ts';
import { byId } from '../domain/rows.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { checkPage, orderInput, orderOf } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';

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

const PixelConnection = builder.connectionObject(
  { type: Pixel, name: 'PixelConnection', description: 'A page of pixels.' },
  { name: 'PixelEdge', description: 'One pixel of a page.' },
);

const PixelFilter = builder.inputType('PixelFilter', {
  description: 'Which pixels; all conditions hold together.',
  fields: (t) => ({ query: t.string({ description: 'Part of the name, in any case.' }) }),
});

const PixelOrder = orderInput('Pixel', ['id', 'name', 'createdAt', 'updatedAt']);

builder.prismaObjectField(Advertiser, 'pixels', (t) =>
  t.relatedConnection(
    'pixels',
    {
      cursor: 'id',
      description: 'Its pixels.',
      args: {
        filter: t.arg({ type: PixelFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: PixelOrder, description: 'By id unless given.' }),
      },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visiblePixels(ctx), pixelFilter(args.filter)] },
          orderBy: orderOf(args.orderBy),
        };
      },
      totalCount: true,
    },
    PixelConnection,
  ),
);

builder.queryField('pixel', (t) =>
  t.prismaField({
    type: Pixel,
    nullable: true,
    description: 'One pixel; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) => {
      const where = byId(idArgument('Pixel', args.id));
      return (await findPixels({ ctx, query, where }))[0] ?? null;
    },
  }),
);

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
