import type { Pool } from 'pg';
import { type Disabled, disableWebhooks } from './disable.ts';
import { TRIED_MS } from './pauses.ts';

/** What came of an attempt. */
export interface AttemptResult {
  readonly id: string;
  /** How many there are with this one. */
  readonly attempts: number;
  /** Of the answer, if there was one. */
  readonly responseStatus: number | null;
  /** Null if it was delivered. */
  readonly failure: string | null;
  /** Null if it was delivered, or is given up. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Stores attempts, all with one statement. What waits behind a failed delivery of the same resource waits with it;
 * what is behind one that is given up goes on. Each attempt is stored once, however often this is repeated.
 */
export async function storeResults(pool: Pool, results: readonly AttemptResult[], now: Date): Promise<void> {
  await pool.query({
    // Without a name: a plan that is kept from when the table was small would read all of it for ever.
    text: `
      WITH result AS (
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS r
          (id bigint, attempts int, "responseStatus" int, failure text, "nextAttemptAt" timestamptz)
      ), stored AS (
        UPDATE webhook_delivery d
        SET attempts = r.attempts, first_attempt_at = coalesce(d.first_attempt_at, $2),
          response_status = r."responseStatus", failure = r.failure,
          next_attempt_at = r."nextAttemptAt",
          status = CASE WHEN r.failure IS NULL THEN 'DELIVERED' WHEN r."nextAttemptAt" IS NULL THEN 'FAILED' ELSE 'PENDING' END
        FROM result r WHERE d.id = r.id AND d.attempts = r.attempts - 1 AND (d.next_attempt_at IS NOT NULL OR r.failure IS NULL)
        RETURNING d.id, d.webhook_id, d.resource, d.next_attempt_at, d.status
      ), behind AS (
        UPDATE webhook_delivery d SET next_attempt_at = s.next_attempt_at
        FROM stored s
        WHERE s.status = 'PENDING' AND d.webhook_id = s.webhook_id AND d.resource = s.resource AND d.id > s.id
          AND d.next_attempt_at < s.next_attempt_at)
      UPDATE webhook w SET last_delivered_at = $2
      WHERE id IN (SELECT webhook_id FROM stored WHERE status = 'DELIVERED')
        AND (last_delivered_at IS NULL OR last_delivered_at < $2::timestamptz - interval '1 minute')`,
    values: [JSON.stringify(results), now],
  });
}

/**
 * Disables the webhooks of which a delivery was given up, unless they accepted another one meanwhile, and gives up
 * what waits for them.
 * @returns those that were disabled
 */
export async function disableDead(
  pool: Pool,
  deliveryIds: readonly string[],
  now: Date,
): Promise<Disabled[]> {
  return disableWebhooks(pool, {
    which: `SELECT w.id, 'Disabled after ${TRIED_MS / 3_600_000} hours without a delivery. ' || d.failure AS notice
      FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id
      WHERE d.id = ANY ($2::bigint[]) AND d.status = 'FAILED'
        AND (w.last_delivered_at IS NULL OR w.last_delivered_at < d.first_attempt_at)`,
    now,
    values: [deliveryIds],
  });
}
