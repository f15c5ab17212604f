import type { DomainContext } from '../../../context.ts';
import { KEPT_MS } from './bounds.ts';
import type { RefusedEvent } from './content.ts';

/** A refused request as it is shown. */
export interface RefusedRequest {
  readonly id: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  readonly message: string;
  readonly eventCount: number;
  /** The number of events that can be sent again. */
  readonly replayable: number;
  readonly replayedAt: Date | null;
  readonly events: readonly RefusedEvent[];
}

/** The maximum number of requests of a pixel that are shown. */
export const MAX_SAMPLE = 5;

/** Returns the newest refused requests of pixels since a time, by pixel. */
export async function refusedRequests(
  { pool, seatId, now }: Pick<DomainContext, 'pool' | 'seatId' | 'now'>,
  pixelIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, RefusedRequest[]>> {
  const { rows } = await pool.query<
    Omit<RefusedRequest, 'events'> & { readonly pixelId: number; readonly sample: string }
  >(
    `SELECT p.id AS "pixelId", r.id, r.received_at AS "receivedAt", r.client_id AS "clientId", r.message,
       r.event_count AS "eventCount", r.replayable, r.replayed_at AS "replayedAt", r.sample
     FROM pixel p CROSS JOIN LATERAL (SELECT * FROM event_refused
       WHERE pixel_id = p.id AND received_at >= $3 ORDER BY received_at DESC, id DESC LIMIT ${MAX_SAMPLE}) r
     WHERE p.id = ANY ($1::int[]) AND p.seat_id = $2 ORDER BY r.received_at DESC, r.id DESC`,
    [pixelIds, seatId, new Date(Math.max(since.getTime(), now().getTime() - KEPT_MS))],
  );
  const found = new Map<number, RefusedRequest[]>(pixelIds.map((id) => [id, []]));
  for (const { pixelId, sample, ...request } of rows)
    found.get(pixelId)?.push({ ...request, events: JSON.parse(sample) });
  return found;
}
