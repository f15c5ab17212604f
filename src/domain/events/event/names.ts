import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import type { DomainContext } from '../../context.ts';

/** The newest events of a pixel that are looked at, so that the time does not grow with what it receives. */
export const MAX_LOOKED_AT = 2_000;
/** The most names of a pixel that are returned. */
export const MAX_NAMES = 50;
export const NAME_DAYS = 7;

/** Events of a pixel with one category, action and label. */
export interface EventName {
  readonly category: string | null;
  readonly action: string | null;
  readonly label: string | null;
  readonly events: number;
  /** In US dollars, as decimal text. Null if no event has a value. */
  readonly value: string | null;
  readonly latestAt: Date;
}

/** Returns what the newest events of pixels of the caller's seat are called, by pixel, the most frequent names first. */
export async function eventNames(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'now'>,
  pixelIds: readonly number[],
): Promise<ReadonlyMap<number, EventName[]>> {
  const since = new Date(ctx.now().getTime() - NAME_DAYS * 86_400_000);
  const text = `
    SELECT pixel.id AS "pixelId", named.* FROM pixel CROSS JOIN LATERAL (
      SELECT ec AS category, ea AS action, el AS label, count(*)::float8 AS events, sum(gv)::text AS value,
        max(received_at) AS "latestAt"
      FROM (SELECT ec, ea, el, gv, received_at FROM event
            WHERE event.pixel_id = pixel.id AND event.received_at >= $3
            ORDER BY event.received_at DESC LIMIT ${MAX_LOOKED_AT}) newest
      GROUP BY 1, 2, 3 ORDER BY count(*) DESC, 1, 2, 3 LIMIT ${MAX_NAMES}
    ) named
    WHERE pixel.id = ANY($1::int[]) AND pixel.seat_id = $2`;
  const values = [[...new Set(pixelIds)], ctx.seatId, since];
  const { rows } = await queryPrepared<EventName & { pixelId: number }>(ctx.pool, { text, values });
  const found = new Map<number, EventName[]>(pixelIds.map((id) => [id, []]));
  for (const { pixelId, ...name } of rows) found.get(pixelId)?.push(name);
  return found;
}
