import { countSegments } from '../../domain/segment/count.ts';
import { createSegment } from '../../domain/segment/create.ts';
import { findSegments, SEGMENT_LIST } from '../../domain/segment/find.ts';
import { CreateSegment, UpdateSegment } from '../../domain/segment/input.ts';
import { updateSegment } from '../../domain/segment/update.ts';
import { visibleSegments } from '../../domain/segment/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { Pixel } from '../events/pixel.ts';
import { connectionType } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { globalId } from '../parts/ids.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { batchOf } from '../server/batches.ts';

type Counted = Parameters<typeof countSegments>[1][number];

const Segment = builder.prismaObject('Segment', {
  description: 'A segment: events of a pixel selected by category, label and action, to build an audience.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Segment:123`.',
      select: { id: true },
      resolve: ({ id }) => globalId('Segment', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The integer ID, as in the global ID.' }),
    pixel: t.relation('pixel', { description: 'The pixel whose events the segment selects.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    ec: t.exposeString('ec', {
      nullable: true,
      description: 'The event category to match. Null matches any.',
    }),
    el: t.exposeString('el', { nullable: true, description: 'The event label to match. Null matches any.' }),
    ea: t.exposeString('ea', { nullable: true, description: 'The event action to match. Null matches any.' }),
    eventCount: t.field({
      type: 'SafeInt',
      description: 'The number of stored events that currently match.',
      select: { id: true, pixelId: true, ec: true, el: true, ea: true },
      resolve: async (segment, _args, ctx) =>
        (await batchOf(ctx, ['Segment.eventCount'], (rows: readonly Counted[]) => countSegments(ctx, rows))(
          segment,
        )) ?? 0,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
    }),
  }),
});

historyOf('Segment', Segment);

const segments = connectionType({
  type: Segment,
  name: 'Segment',
  words: 'segments',
  list: SEGMENT_LIST,
  visible: visibleSegments,
});

relatedConnection({
  of: segments,
  owner: Pixel,
  field: 'segments',
  description: 'The segments of the pixel.',
});

oneById({ type: Segment, name: 'Segment', word: 'segment', find: findSegments });

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
