import type { Webhook } from '../../../platform/database/generated/prisma/client.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { changeWebhook, lockWebhook } from './update.ts';
import { authorizeWebhooks } from './visible.ts';

/** Deletes a webhook with its secrets and returns it as it was. Its deliveries are removed later. */
export async function deleteWebhook(options: { ctx: DomainContext; id: number }): Promise<Webhook> {
  const { ctx, id } = options;
  authorizeWebhooks(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWebhook({ ctx, id });
    const forgotten = { secret: Buffer.alloc(0), previousSecret: null, previousSecretUntil: null };
    await changeWebhook({ ctx, before, data: { status: 'DELETED', ...forgotten } });
    return before;
  });
}
