import type { WebhookDelivery } from '../../../platform/database/generated/prisma/client.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { wakeWorkers } from './queue.ts';
import { authorizeWebhooks, visibleWebhooks } from './visible.ts';

/** Sends a delivery again, with the same `webhook-id` and body. A pending delivery is sent immediately. */
export async function replayDelivery(options: { ctx: DomainContext; id: number }): Promise<WebhookDelivery> {
  const { ctx, id } = options;
  authorizeWebhooks(ctx);

  return inTransaction(ctx, async (ctx) => {
    const found = Number.isSafeInteger(id)
      ? await ctx.db.webhookDelivery.findFirst({
          where: { id: BigInt(id), webhook: visibleWebhooks(ctx) },
          select: { webhook: { select: { id: true, status: true } } },
        })
      : null;
    if (!found) throw new NotFoundError('Delivery');
    if (found.webhook.status !== 'ACTIVE')
      throw new ConflictError('The webhook is disabled. Set its status to ACTIVE first.');
    await wakeWorkers(ctx.db, found.webhook.id);
    return ctx.db.webhookDelivery.update({
      where: { id },
      data: { status: 'PENDING', nextAttemptAt: ctx.now(), firstAttemptAt: null },
    });
  });
}
