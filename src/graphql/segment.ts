import { byId } from '../domain/rows.ts';
import { countSegment } from '../domain/segment/count.ts';
import { createSegment } from '../domain/segment/create.ts';
import { findSegments, segmentFilter } from '../domain/segment/find.ts';
import { CreateSegment, UpdateSegment } from '../domain/segment/input.ts';
import { updateSegment } from '../domain/segment/update.ts';
import { visibleSegments } from '../domain/segment/visible.ts';
import { builder } from './builder.ts';
import { checkPage, orderInput, orderOf } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { Pixel } from './pixel.ts';

const Segment = builder.prismaObject('Segment', {
  description: 'Events of a pixel by category, label and action, for an audience.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Segment:123`.',
      select: { id: true },
      resolve: ({ id }) => globalId('Segment', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The number in its id.' }),
    pixel: t.relation('pixel', { description: 'The pixel whose events it takes from.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    ec: t.exposeString('ec', { nullable: true, description: 'Event category; null for any.' }),
    el: t.exposeString('el', { nullable: true, description: 'Event label; null for any.' }),
    ea: t.exposeString('ea', { nullable: true, description: 'Event action; null for any.' }),
    eventCount: t.field({
      type: 'SafeInt',
      description: 'How many stored events it takes in at this moment.',
      select: { pixelId: true, ec: true, el: true, ea: true },
      resolve: (segment, _args, ctx) => countSegment(ctx, segment),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }),
});

historyOf('Segment', Segment);

const SegmentConnection = builder.connectionObject(
  { type: Segment, name: 'SegmentConnection', description: 'A page of segments.' },
  { name: 'SegmentEdge', description: 'One segment of a page.' },
);

const SegmentFilter = builder.inputType('SegmentFilter', {
  description: 'Which segments; all conditions hold together.',
  fields: (t) => ({ query: t.string({ description: 'Part of the name, in any case.' }) }),
});

const SegmentOrder = orderInput('Segment', ['id', 'name', 'createdAt', 'updatedAt']);

builder.prismaObjectField(Pixel, 'segments', (t) =>
  t.relatedConnection(
    'segments',
    {
      cursor: 'id',
      description: 'Its segments.',
      args: {
        filter: t.arg({ type: SegmentFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: SegmentOrder, description: 'By id unless given.' }),
      },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleSegments(ctx), segmentFilter(args.filter)] },
          orderBy: orderOf(args.orderBy),
        };
      },
      totalCount: true,
    },
    SegmentConnection,
  ),
);

builder.queryField('segment', (t) =>
  t.prismaField({
    type: Segment,
    nullable: true,
    description: 'One segment; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) => {
      const where = byId(idArgument('Segment', args.id));
      return (await findSegments({ ctx, query, where }))[0] ?? null;
    },
  }),
);

createMutation({
  resource: 'Segment',
  type: Segment,
  definition: CreateSegment,
  find: findSegments,
  run: createSegment,
});

updateMutation({
  resource: 'Segment',
  type: Segment,
  definition: UpdateSegment,
  find: findSegments,
  run: updateSegment,
});
