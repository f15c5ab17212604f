import type { Webhook } from '../../../platform/database/generated/prisma/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { sealAnswer } from '../../access/idempotency/carried-out.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { recordChange } from '../history/record.ts';
import { CreateWebhook } from './input.ts';
import { checkWebhook } from './rules.ts';
import { newSecret, sealSecret } from './secret.ts';
import { authorizeWebhooks } from './visible.ts';

const MAX_WEBHOOKS = 20;

/** Creates a webhook. The secret is only returned here. Only for ADMINs. */
export async function createWebhook(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ webhook: Webhook; secret: string }> {
  const { ctx: outer, input } = options;
  authorizeWebhooks(outer);
  const problems = new Problems();
  const fields = problems.parse(outer, CreateWebhook, input);
  await checkWebhook({ ctx: outer, problems, url: fields.url, advertiserIds: fields.advertiserIds });
  const { url, events, advertiserIds = [] } = problems.complete(fields, CreateWebhook);

  return inTransaction(outer, async (ctx) => {
    await checkCount(ctx);
    const now = ctx.now();
    const { id } = await ctx.db.webhook.create({
      data: {
        ...{ seatId: ctx.seatId, url, events: unique(events), advertiserIds: unique(advertiserIds) },
        ...{ secret: Buffer.alloc(0), createdAt: now, updatedAt: now },
      },
      select: { id: true },
    });
    const secret = newSecret();
    // The secret is encrypted for its row, whose ID is only known now.
    const webhook = await ctx.db.webhook.update({
      where: { id },
      data: { secret: sealSecret(ctx, id, secret) },
    });
    await recordChange({ ctx, resource: 'Webhook', id, action: 'CREATE', after: recorded(webhook) });
    sealAnswer(outer.heldKey);
    return { webhook, secret };
  });
}

/** Locks the seat so that concurrent creations cannot exceed the limit. */
async function checkCount({ db, seatId }: DomainContext): Promise<void> {
  await db.$queryRaw`SELECT FROM seat WHERE id = ${seatId} FOR NO KEY UPDATE`;
  const count = await db.webhook.count({ where: { seatId, status: { not: 'DELETED' } } });
  if (count >= MAX_WEBHOOKS)
    throw new ConflictError(`A seat can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
}

export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The fields of a webhook in the change history; never its secret. */
export const recorded = ({ url, events, advertiserIds, status }: Webhook) => ({
  ...{ url, events, advertiserIds, status },
});
