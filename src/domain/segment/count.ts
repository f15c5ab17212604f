import type { Segment } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** How many stored events a segment takes in at this moment. */
export async function countSegment(
  ctx: Pick<DomainContext, 'pool' | 'seatId'>,
  { pixelId, ec, el, ea }: Pick<Segment, 'pixelId' | 'ec' | 'el' | 'ea'>,
): Promise<number> {
  const { rows } = await ctx.pool.query<{ count: string }>(
    `SELECT count(*) FROM event
     WHERE seat_id = $1 AND pixel_id = $2 AND ($3::text IS NULL OR ec = $3) AND ($4::text IS NULL OR el = $4)
       AND ($5::text IS NULL OR ea = $5)`,
    [ctx.seatId, pixelId, ec, el, ea],
  );
  return Number(rows[0]?.count);
}
