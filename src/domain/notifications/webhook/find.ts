import type { Prisma, Webhook, WebhookDelivery } from '../../../platform/database/generated/prisma/client.ts';
import {
  defineList,
  idField,
  statusField,
  TIMESTAMPS,
  textField,
} from '../../../resources/filter/list-fields.ts';
import type { DomainContext } from '../../context.ts';
import { visibleWebhooks } from './visible.ts';

export type { Webhook, WebhookDelivery };

export const WEBHOOK_LIST = defineList({
  model: 'Webhook',
  fields: { id: idField('Webhook', 'id'), url: textField('url'), status: statusField, ...TIMESTAMPS },
});

/** Finds the seat's webhooks that match `where`. `query` sets what to load, the order and the limit. */
export function findWebhooks(options: {
  ctx: DomainContext;
  where: Prisma.WebhookWhereInput;
  query: Omit<Prisma.WebhookFindManyArgs, 'where'>;
}): Promise<Webhook[]> {
  const { ctx, where, query } = options;
  return ctx.db.webhook.findMany({ ...query, where: { AND: [visibleWebhooks(ctx), where] } });
}

export function countWebhooks(options: {
  ctx: DomainContext;
  where: Prisma.WebhookWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.webhook.count({ where: { AND: [visibleWebhooks(ctx), where] } });
}
