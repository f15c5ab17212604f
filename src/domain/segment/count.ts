import type { Segment } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** How many stored events each of several segments takes in currently. */
export async function countSegments(
  ctx: Pick<DomainContext, 'pool' | 'seatId'>,
  segments: readonly Pick<Segment, 'id' | 'pixelId' | 'ec' | 'el' | 'ea'>[],
): Promise<ReadonlyMap<number, number>> {
  const column = (name: 'id' | 'pixelId' | 'ec' | 'el' | 'ea') => segments.map((segment) => segment[name]);
  const { rows } = await ctx.pool.query<{ id: number; count: string }>(
    `SELECT segment.id, (SELECT count(*) FROM event
       WHERE seat_id = $1 AND pixel_id = segment.pixel_id AND (segment.ec IS NULL OR event.ec = segment.ec)
         AND (segment.el IS NULL OR event.el = segment.el) AND (segment.ea IS NULL OR event.ea = segment.ea)) AS count
     FROM unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[]) AS segment(id, pixel_id, ec, el, ea)`,
    [ctx.seatId, column('id'), column('pixelId'), column('ec'), column('el'), column('ea')],
  );
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}
