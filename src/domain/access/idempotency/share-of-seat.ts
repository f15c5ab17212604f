import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DomainContext } from '../../context.ts';

/** The maximum size in bytes of responses that are stored per seat. */
export const MAX_SEAT_BYTES = 64 * 1024 * 1024;
/** A process stores this much for a seat before it checks the seat's total again. */
const STEP_BYTES = 1024 * 1024;
/** Responses are deleted this far below the limit, because other processes store some that are not counted yet. */
const SLACK_BYTES = 8 * STEP_BYTES;

const stored = new WeakMap<Pool, LRUCache<number, number>>();

/**
 * Counts what was stored for a seat, and from time to time deletes its oldest responses to make room. A retry of a
 * deleted one gets the error that the request was carried out.
 */
export async function countStored(
  { pool, seatId }: Pick<DomainContext, 'pool' | 'seatId'>,
  bytes: number,
): Promise<void> {
  const counts = stored.get(pool) ?? new LRUCache<number, number>({ max: 10_000 });
  stored.set(pool, counts);
  // For a seat that this process has not counted yet, assume that a check is due.
  const count = (counts.get(seatId) ?? STEP_BYTES) + bytes;
  counts.set(seatId, count >= STEP_BYTES ? 0 : count);
  if (count >= STEP_BYTES) await makeRoom(pool, seatId);
}

async function makeRoom(pool: Pool, seatId: number): Promise<void> {
  await pool.query(
    `UPDATE idempotency_record AS record SET body = NULL, written = NULL
     FROM (SELECT client_id, key, sum(coalesce(octet_length(body), 0) + coalesce(pg_column_size(written), 0) + 512)
             OVER (ORDER BY started_at DESC, client_id, key) AS total
           FROM idempotency_record
           WHERE seat_id = $1 AND (body IS NOT NULL OR written IS NOT NULL)) AS summed
     WHERE record.client_id = summed.client_id AND record.key = summed.key AND summed.total > $2`,
    [seatId, MAX_SEAT_BYTES - SLACK_BYTES],
  );
}
