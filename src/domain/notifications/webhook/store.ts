import type { Pool } from 'pg';
import type { System } from '../../context.ts';
import { type Disabled, disableWebhooks } from './disable.ts';
import { GONE, TRIED_MS } from './pauses.ts';

/** The result of an attempt. */
export interface AttemptResult {
  readonly id: string;
  /** The number of attempts including this one. */
  readonly attempts: number;
  /** The status of the response, if there was one. */
  readonly responseStatus: number | null;
  /** Null if it was delivered. */
  readonly failure: string | null;
  /** Null if it was delivered or has finally failed. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Stores attempts, all with one statement. Deliveries behind a failed one of the same resource wait with it; those
 * behind one that finally failed continue. Each attempt is stored once, however often this is repeated.
 */
export async function storeResults(pool: Pool, results: readonly AttemptResult[], now: Date): Promise<void> {
  await pool.query({
    // Not a named statement: a plan cached while the table was small would always read the whole table.
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
 * Disables the webhooks of which a delivery finally failed, and fails their pending deliveries: at once if the receiver
 * answered 410 Gone, otherwise unless they have accepted another delivery since.
 * @returns those that were disabled
 */
export async function disableDead(
  system: System,
  deliveryIds: readonly string[],
  now: Date,
): Promise<Disabled[]> {
  return disableWebhooks(system, {
    which: `SELECT DISTINCT ON (w.id) w.id, CASE WHEN d.response_status = ${GONE}
        THEN 'Disabled because the receiver answered ${GONE}, by which it asks for no more deliveries.'
        ELSE 'Disabled after ${TRIED_MS / 3_600_000} hours without a delivery. ' || d.failure END AS notice
      FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id
      WHERE d.id = ANY ($2::bigint[]) AND d.status = 'FAILED' AND (d.response_status = ${GONE}
        OR w.last_delivered_at IS NULL OR w.last_delivered_at < d.first_attempt_at)
      ORDER BY w.id, d.response_status = ${GONE} DESC NULLS LAST, d.id`,
    now,
    values: [deliveryIds],
  });
}
