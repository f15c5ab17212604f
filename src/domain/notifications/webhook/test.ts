import { sql } from '../../../platform/database/connection/client.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { wakeWorkers } from './queue.ts';
import { lockWebhook } from './update.ts';
import { authorizeWebhooks } from './visible.ts';

/**
 * Queues a signed `ping` for a webhook, and returns its delivery. A ping that still waits is sent at once instead, so
 * that no more than one waits. Throws NotFoundError, and ConflictError if the webhook is disabled.
 */
export async function testWebhook(options: { ctx: DomainContext; id: number }): Promise<{ id: string }> {
  const { ctx, id } = options;
  authorizeWebhooks(ctx);

  return inTransaction(ctx, async (ctx) => {
    const { status } = await lockWebhook({ ctx, id });
    if (status !== 'ACTIVE')
      throw new ConflictError('The webhook is disabled. Set its status to ACTIVE first.');
    const now = ctx.now();
    const body = { type: 'ping', timestamp: now.toISOString(), data: { webhookId: id } };
    const [delivery] = await sql<{ id: string }>(ctx.db)`
      WITH waiting AS (
        UPDATE webhook_delivery SET next_attempt_at = ${now}
        WHERE webhook_id = ${id} AND resource = ${`Webhook:${id}`} AND next_attempt_at IS NOT NULL RETURNING id
      ), queued AS (
        INSERT INTO webhook_delivery (webhook_id, message_id, event, resource, payload, next_attempt_at, created_at)
        SELECT ${id}::int, 'msg_' || gen_random_uuid(), 'ping', ${`Webhook:${id}`}, ${JSON.stringify(body)},
          ${now}::timestamptz, ${now}::timestamptz
        WHERE NOT EXISTS (SELECT FROM waiting) RETURNING id
      )
      SELECT id FROM waiting UNION ALL SELECT id FROM queued`;
    if (!delivery) throw new Error('A ping was not queued.');
    await wakeWorkers(ctx.db, id);
    return delivery;
  });
}
