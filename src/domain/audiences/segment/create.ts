import type { Segment } from '../../../platform/database/generated/prisma/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { findPixels } from '../pixel/find.ts';
import { CreateSegment } from './input.ts';

/** Creates a segment of a pixel of the caller's seat. */
export async function createSegment(options: { ctx: DomainContext; input: unknown }): Promise<Segment> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateSegment, input);
  const { pixelId } = fields;
  if (pixelId !== undefined) {
    const found = await findPixels({ ctx, where: byId(pixelId), query: { select: { id: true } } });
    if (found.length === 0) problems.add('pixelId', 'must be the ID of a pixel of this seat');
  }
  const data = problems.complete(fields, CreateSegment);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const segment = await ctx.db.segment.create({
      data: { ...data, seatId: ctx.seatId, createdAt: now, updatedAt: now },
    });
    await recordChange({ ctx, resource: 'Segment', id: segment.id, action: 'CREATE', after: segment });
    return segment;
  });
}
