import { deleteInBatches } from '../../../platform/database/rows/delete-batches.ts';
import type { System } from '../../context.ts';
import { disableWebhooks } from './disable.ts';

/** The retention of deliveries that were delivered or failed. */
const RETENTION = '30 days';
/**
 * The maximum number of pending deliveries of a webhook. Beyond that, its receiver has been unavailable for long, or
 * cannot keep up.
 */
const MAX_PENDING = 100_000;

/** Removes old deliveries and remains of deleted webhooks, and disables webhooks with too many pending deliveries. */
export async function tidyWebhooks(system: System): Promise<number> {
  const { pool, now } = system;
  const old = `next_attempt_at IS NULL AND created_at < $1::timestamptz - interval '${RETENTION}'`;
  await deleteInBatches(pool, { table: 'webhook_delivery', where: old, values: [now()] });
  const ofDeleted = `webhook_id IN (SELECT id FROM webhook WHERE status = 'DELETED')`;
  await deleteInBatches(pool, { table: 'webhook_delivery', where: ofDeleted });
  await pool.query(
    `DELETE FROM webhook w WHERE status = 'DELETED'
       AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id)`,
  );
  await pool.query(`DELETE FROM webhook_mark WHERE at < $1::timestamptz - interval '${RETENTION}'`, [now()]);
  return disableFull(system);
}

/** @returns how many were disabled */
async function disableFull(system: System): Promise<number> {
  const { now, log } = system;
  const disabled = await disableWebhooks(system, {
    which: `SELECT w.id,
        'Disabled because more than ${MAX_PENDING.toLocaleString('en')} deliveries waited for it.' AS notice
      FROM webhook w WHERE w.status = 'ACTIVE' AND EXISTS (
        SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL
        OFFSET ${MAX_PENDING})`,
    now: now(),
  });
  for (const { id, seatId, notice } of disabled)
    log.warn({ webhookId: id, seatId, notice }, 'webhook disabled');
  return disabled.length;
}
