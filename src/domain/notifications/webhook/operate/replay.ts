import type { Pool } from 'pg';
import { LIVE } from '../../../../platform/database/rows/publish.ts';
import type { System } from '../../../context.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import { WEBHOOKS } from '../queue.ts';

interface Which {
  /** Default: all active webhooks. */
  readonly webhookId?: number | undefined;
  readonly since: Date;
  /** Only failed deliveries. */
  readonly failedOnly?: boolean | undefined;
}

const MATCHING = `d.webhook_id = w.id AND w.status = 'ACTIVE' AND ($1::int IS NULL OR w.id = $1)
  AND d.created_at >= $2 AND d.next_attempt_at IS NULL AND (d.status = 'FAILED' OR NOT $3)`;

/**
 * Sends deliveries again that were delivered or failed since a given time, with the same `webhook-id` and body. With
 * `dryRun`, they are only counted. For operators. Throws NotFoundError, ConflictError.
 */
export async function replaySince(
  options: Which & { readonly system: Pick<System, 'pool' | 'now'>; readonly dryRun?: boolean | undefined },
): Promise<{ deliveries: number; webhooks: number }> {
  const { system, webhookId = null, since, failedOnly = false, dryRun = false } = options;
  const { pool, now } = system;
  if (webhookId !== null) await checkActive(pool, webhookId);
  const which = [webhookId, since, failedOnly];
  const counted = (from: string) =>
    `count(*)::int AS deliveries, count(DISTINCT webhook_id)::int AS webhooks FROM ${from}`;
  const { rows } = dryRun
    ? await pool.query(
        `SELECT ${counted(`(SELECT d.webhook_id FROM webhook_delivery d JOIN webhook w ON ${MATCHING}) AS matching`)}`,
        which,
      )
    : await pool.query(
        `WITH replayed AS (
           UPDATE webhook_delivery d SET status = 'PENDING', next_attempt_at = $4, first_attempt_at = NULL
           FROM webhook w WHERE ${MATCHING} RETURNING d.webhook_id
         ), woken AS (
           SELECT pg_notify('${LIVE}', json_build_object('channel', '${WEBHOOKS}', 'payload', webhook_id)::text)
           FROM (SELECT DISTINCT webhook_id FROM replayed) AS those
         )
         SELECT (SELECT count(*) FROM woken), ${counted('replayed')}`,
        [...which, now()],
      );
  const { deliveries = 0, webhooks = 0 } = rows[0] ?? {};
  return { deliveries, webhooks };
}

async function checkActive(pool: Pool, webhookId: number): Promise<void> {
  const { rows } = await pool.query<{ status: string }>('SELECT status FROM webhook WHERE id = $1', [
    webhookId,
  ]);
  const status = rows[0]?.status;
  if (status === undefined || status === 'DELETED') throw new NotFoundError('Webhook');
  if (status !== 'ACTIVE')
    throw new ConflictError('The webhook is disabled: its seat must set its status to ACTIVE first.');
}
