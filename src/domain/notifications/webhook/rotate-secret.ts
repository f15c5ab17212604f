import type { Webhook } from '../../../platform/database/generated/prisma/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { sealAnswer } from '../../access/idempotency/carried-out.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { DEFAULT_OVERLAP_S, RotateWebhookSecret } from './input.ts';
import { newSecret, sealSecret } from './secret.ts';
import { changeWebhook, lockWebhook } from './update.ts';
import { authorizeWebhooks } from './visible.ts';

/** Creates a new secret and returns it. Until the overlap ends, deliveries are signed with the old one as well. */
export async function rotateWebhookSecret(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
}): Promise<{ webhook: Webhook; secret: string }> {
  const { ctx: outer, id, input } = options;
  authorizeWebhooks(outer);
  const problems = new Problems();
  const { overlapSeconds = DEFAULT_OVERLAP_S } = problems.parse(outer, RotateWebhookSecret, input);
  problems.throwIfAny();

  return inTransaction(outer, async (ctx) => {
    const before = await lockWebhook({ ctx, id });
    const secret = newSecret();
    const previous = overlapSeconds > 0 ? new Uint8Array(before.secret) : null;
    const until = new Date(ctx.now().getTime() + overlapSeconds * 1000);
    const webhook = await changeWebhook({
      ctx,
      before,
      data: {
        secret: sealSecret(ctx, id, secret),
        previousSecret: previous,
        previousSecretUntil: previous && until,
      },
    });
    sealAnswer(outer.heldKey);
    return { webhook, secret };
  });
}
