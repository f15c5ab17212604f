import { countSegments } from '../../domain/audiences/segment/count.ts';
import { createSegment } from '../../domain/audiences/segment/create.ts';
import { SEGMENT } from '../../domain/audiences/segment/definition.ts';
import { CreateSegment, UpdateSegment } from '../../domain/audiences/segment/input.ts';
import { updateSegment } from '../../domain/audiences/segment/update.ts';
import { historyOf } from '../account/history.ts';
import { Pixel } from '../events/pixel.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { rowField } from '../parts/row-field.ts';
import { batchOf } from '../server/batches.ts';

type Counted = Parameters<typeof countSegments>[1][number];

const Segment = resourceType(SEGMENT);

rowField(Segment, 'Segment.eventCount', {
  type: 'SafeInt',
  description: 'The number of stored events that currently match.',
  key: ({ column }) =>
    `json_build_object('id', ${column('id')}, 'pixelId', ${column('pixelId')}, 'ec', ${column('ec')}, 'el', ${column('el')}, 'ea', ${column('ea')})::text`,
  open: () => async (ctx, segment) =>
    (await batchOf(ctx, ['Segment.eventCount'], (rows: readonly Counted[]) => countSegments(ctx, rows))(
      JSON.parse(segment),
    )) ?? 0,
});

historyOf(Segment);

const segments = connectionOf({ resource: SEGMENT, type: Segment });

relatedConnection({
  of: segments,
  owner: Pixel,
  field: 'segments',
  description: 'The segments of the pixel.',
});

oneById({ type: Segment, name: 'Segment', singular: 'segment' });

createMutation({
  resource: 'Segment',
  type: Segment,
  definition: CreateSegment,
  run: createSegment,
});

updateMutation({
  resource: 'Segment',
  type: Segment,
  definition: UpdateSegment,
  run: updateSegment,
});
