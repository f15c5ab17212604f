import type { Pool } from 'pg';

export interface WebhookQueueState {
  /** Deliveries that wait for their first or another attempt. */
  readonly pending: number;
  /** The age of the oldest of them; 0 if there is none. */
  readonly oldestPendingS: number;
}

/** Returns the state of the queue, across all processes. */
export async function webhookQueueState(pool: Pool, now: Date): Promise<WebhookQueueState> {
  const { rows } = await pool.query<WebhookQueueState>(
    `SELECT coalesce(sum(pending), 0)::int AS pending,
       greatest(coalesce(extract(epoch FROM $1 - min(oldest)), 0), 0)::float8 AS "oldestPendingS"
     FROM webhook w CROSS JOIN LATERAL (
       SELECT count(*) AS pending, min(created_at) AS oldest FROM webhook_delivery d
       WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL) AS waiting
     WHERE w.status = 'ACTIVE'`,
    [now],
  );
  return rows[0] ?? { pending: 0, oldestPendingS: 0 };
}
