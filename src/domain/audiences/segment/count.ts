import type { Segment } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { countArchived } from '../../events/event/archive/count.ts';
import { ARCHIVED_FILES, ARCHIVED_UNTIL } from '../../events/event/archive/names.ts';

/** Returns how many stored events each of several segments currently selects. */
export async function countSegments(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'warehouse' | 'log'>,
  segments: readonly Pick<Segment, 'id' | 'pixelId' | 'ec' | 'el' | 'ea'>[],
): Promise<ReadonlyMap<number, number>> {
  const column = (name: 'pixelId' | 'ec' | 'el' | 'ea') => segments.map((segment) => segment[name]);
  const { rows } = await ctx.pool.query<{ counts: string[]; files: string[] }>(
    `SELECT ${ARCHIVED_FILES} AS files, ARRAY(SELECT (SELECT count(*) FROM event
       WHERE seat_id = $1 AND pixel_id = segment.pixel_id AND received_at >= ${ARCHIVED_UNTIL}
         AND (segment.ec IS NULL OR event.ec = segment.ec)
         AND (segment.el IS NULL OR event.el = segment.el) AND (segment.ea IS NULL OR event.ea = segment.ea))
       FROM unnest($2::int[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS segment(pixel_id, ec, el, ea, n)
       ORDER BY n) AS counts`,
    [ctx.seatId, column('pixelId'), column('ec'), column('el'), column('ea')],
  );
  const { counts = [], files = [] } = rows[0] ?? {};
  const archived = await countArchived(ctx, { files, seatId: ctx.seatId, selections: segments });
  return new Map(segments.map(({ id }, index) => [id, Number(counts[index] ?? 0) + (archived[index] ?? 0)]));
}
