import type { DomainContext, System } from '../../context.ts';

const HOURS = 24;
/** The most pixels that are listed. */
export const MAX_REFUSED = 25;

/** Requests for a pixel that were refused within the last 24 hours. */
export interface EventRefusals {
  readonly pixelId: number;
  readonly requests: number;
  readonly latestAt: Date;
}

/** Counts refused requests in one row per pixel and hour. */
export async function countRefusals(
  { pool, now }: Pick<System, 'pool' | 'now'>,
  refused: readonly { readonly pixelId: number; readonly refused: number }[],
): Promise<void> {
  const counted = refused.filter(({ refused }) => refused > 0).sort((a, b) => a.pixelId - b.pixelId);
  if (counted.length === 0) return;
  await pool.query(
    `INSERT INTO event_refusal (pixel_id, hour, requests, latest_at)
     SELECT pixel_id, date_trunc('hour', $3::timestamptz, 'UTC'), requests, $3
     FROM unnest($1::int[], $2::int[]) AS counted (pixel_id, requests)
     ON CONFLICT (pixel_id, hour) DO UPDATE
     SET requests = event_refusal.requests + excluded.requests, latest_at = excluded.latest_at`,
    [counted.map(({ pixelId }) => pixelId), counted.map(({ refused }) => refused), now()],
  );
}

/** Returns the pixels of the caller's seat with refused requests in the last 24 hours, most refusals first. */
export async function listRefusals(ctx: DomainContext): Promise<EventRefusals[]> {
  const since = new Date(ctx.now().getTime() - HOURS * 3_600_000);
  const { rows } = await ctx.pool.query<EventRefusals>(
    `SELECT pixel_id AS "pixelId", sum(requests)::int AS requests, max(latest_at) AS "latestAt"
     FROM event_refusal JOIN pixel ON pixel.id = pixel_id
     WHERE pixel.seat_id = $1 AND hour > $2 GROUP BY pixel_id ORDER BY requests DESC, pixel_id LIMIT $3`,
    [ctx.seatId, since, MAX_REFUSED],
  );
  return rows;
}
