import type { Prisma, Webhook } from '../../../platform/database/generated/prisma/client.ts';
import { changedFields } from '../../../resources/define/changed-fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { lockWholeRow, nextUpdatedAt } from '../../../resources/define/rows.ts';
import { type DomainContext, inTransaction } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { recordChange } from '../history/record.ts';
import { recorded, unique } from './create.ts';
import { failPending } from './disable.ts';
import { UpdateWebhook } from './input.ts';
import { checkWebhook } from './rules.ts';
import { authorizeWebhooks } from './visible.ts';

/** Updates the fields that are in the input. Disabling a webhook fails its pending deliveries. */
export async function updateWebhook(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Webhook> {
  const { ctx, id, input, unchangedSince } = options;
  authorizeWebhooks(ctx);

  return inTransaction(ctx, async (ctx) => {
    const before = await lockWebhook({ ctx, id, unchangedSince });
    const problems = new Problems();
    const { events, advertiserIds, ...fields } = problems.parse(ctx, UpdateWebhook, input);
    await checkWebhook({ ctx, problems, url: fields.url, advertiserIds });
    problems.throwIfAny();
    const { status = before.status } = fields;
    const data: Prisma.WebhookUpdateInput = {
      ...fields,
      ...(events && { events: unique(events) }),
      ...(advertiserIds && { advertiserIds: unique(advertiserIds) }),
      ...(status === 'ACTIVE' && { notice: null }),
    };
    const after = await changeWebhook({ ctx, before, data });
    if (status === 'DISABLED') await failPending(ctx.db, id);
    return after;
  });
}

/** Locks a webhook of the seat. Throws NotFoundError and ConflictError. */
export async function lockWebhook(options: {
  ctx: DomainContext;
  id: number;
  unchangedSince?: Date | undefined;
}): Promise<Webhook> {
  const webhook = await lockWholeRow<Webhook>({ ...options, table: 'webhook', resource: 'Webhook' });
  if (webhook.status === 'DELETED') throw new NotFoundError('Webhook');
  return webhook;
}

/** Stores a change of a locked webhook and records it. */
export async function changeWebhook(options: {
  ctx: DomainContext;
  before: Webhook;
  data: Prisma.WebhookUpdateInput;
}): Promise<Webhook> {
  const { ctx, before, data } = options;
  const { id } = before;
  const changed = changedFields(before, data);
  if (!changed) return before;
  const updatedAt = nextUpdatedAt(ctx, before.updatedAt);
  const after = await ctx.db.webhook.update({ where: { id }, data: { ...changed, updatedAt } });
  const action = after.status === 'DELETED' ? 'DELETE' : 'UPDATE';
  await recordChange({
    ...{ ctx, resource: 'Webhook', id, action },
    ...{ before: recorded(before), after: recorded(after) },
  });
  return after;
}
