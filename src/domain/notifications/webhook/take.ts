import type { Pool } from 'pg';

/** A worker that does not renew its leases within this time has lost its webhooks. Longer than any attempt takes. */
export const LEASE_MS = 30_000;
const LEASE = `now() + interval '${LEASE_MS} ms'`;
export const RENEW_EVERY_MS = 5_000;
/** How many are taken at once, so that processes that check at the same time share the due webhooks. */
const MAX_TAKEN = 10;

export interface TakenWebhook {
  readonly id: number;
  readonly seatId: number;
}

/** Takes webhooks that have due deliveries and that no other worker holds. */
export async function takeWebhooks(pool: Pool, holder: string, now: Date): Promise<TakenWebhook[]> {
  const { rows } = await pool.query<TakenWebhook>({
    name: 'take-webhooks',
    text: `
      WITH next AS (
        SELECT id FROM webhook w
        WHERE status = 'ACTIVE' AND (lease_until IS NULL OR lease_until < now())
          AND EXISTS (SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.next_attempt_at <= $2)
        ORDER BY id LIMIT ${MAX_TAKEN} FOR UPDATE SKIP LOCKED)
      UPDATE webhook SET holder = $1, lease_until = ${LEASE}
      FROM next WHERE webhook.id = next.id RETURNING webhook.id, seat_id AS "seatId"`,
    values: [holder, now],
  });
  return rows;
}

/** @returns the webhooks that the holder still holds and that still exist */
export async function renewWebhooks(pool: Pool, holder: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE webhook SET lease_until = ${LEASE}
     WHERE id = ANY ($2::int[]) AND holder = $1 AND status = 'ACTIVE' RETURNING id`,
    [holder, ids],
  );
  return rows.map(({ id }) => id);
}

export async function releaseWebhooks(pool: Pool, holder: string, ids: readonly number[]): Promise<void> {
  await pool.query(
    'UPDATE webhook SET holder = NULL, lease_until = NULL WHERE id = ANY ($2::int[]) AND holder = $1',
    [holder, ids],
  );
}

/** A due delivery, with the current settings of its webhook. */
export interface DueDelivery {
  /** Digits, because the ID has 64 bits. */
  readonly id: string;
  readonly messageId: string;
  readonly resource: string;
  readonly payload: string;
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly url: string;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
}

/**
 * Returns the next deliveries of a webhook, at most one per resource: the oldest pending one, if it is due. Resources
 * in `busy` are left out. Deliveries behind one that is retried later wait with it.
 */
export async function dueDeliveries(
  pool: Pool,
  options: { webhookId: number; holder: string; now: Date; busy: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  const { webhookId, holder, now, busy, limit } = options;
  const { rows } = await pool.query<DueDelivery>({
    name: 'due-webhook-deliveries',
    text: `
      WITH due AS (
        SELECT resource, min(id) AS id FROM (
          SELECT resource, id FROM webhook_delivery
          WHERE webhook_id = $1 AND next_attempt_at <= $3 AND resource <> ALL ($4::text[])
          ORDER BY next_attempt_at, id LIMIT $5) AS d
        GROUP BY resource
      ), head AS (
        SELECT due.resource, h.* FROM due CROSS JOIN LATERAL (
          SELECT min(id) AS head_id FROM webhook_delivery
          WHERE webhook_id = $1 AND resource = due.resource AND next_attempt_at IS NOT NULL) AS h
      ), later AS (
        UPDATE webhook_delivery d SET next_attempt_at = first.next_attempt_at
        FROM head JOIN webhook_delivery first ON first.id = head.head_id
        WHERE first.next_attempt_at > $3 AND d.webhook_id = $1 AND d.resource = head.resource
          AND d.next_attempt_at <= $3)
      SELECT d.id, d.message_id AS "messageId", d.resource, d.payload, d.attempts, d.first_attempt_at AS "firstAttemptAt",
        w.url, w.secret, w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil"
      FROM head JOIN webhook_delivery d ON d.id = head.head_id AND d.next_attempt_at <= $3
      JOIN webhook w ON w.id = d.webhook_id AND w.holder = $2 AND w.status = 'ACTIVE'
      ORDER BY d.next_attempt_at, d.id`,
    values: [webhookId, holder, now, busy, limit],
  });
  return rows;
}
