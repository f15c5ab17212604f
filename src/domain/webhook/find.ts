import { Prisma, type Webhook, type WebhookDelivery } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import {
  defineList,
  enumField,
  idField,
  MOMENTS,
  momentField,
  statusField,
  textField,
} from '../lists/list-fields.ts';
import { type OwnedRows, ownerIds } from '../lists/owned-rows.ts';
import { WEBHOOK_EVENT } from './events.ts';
import { visibleWebhooks } from './visible.ts';

export type { Webhook, WebhookDelivery };

export const WEBHOOK_LIST = defineList({
  model: 'Webhook',
  fields: { id: idField('Webhook', 'id'), url: textField('url'), status: statusField, ...MOMENTS },
});

export const DELIVERY_LIST = defineList({
  model: 'WebhookDelivery',
  fields: {
    event: enumField(WEBHOOK_EVENT, 'event'),
    status: statusField,
    createdAt: momentField('createdAt'),
  },
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

/** Finds deliveries to the seat's webhooks. */
export function findDeliveries(options: {
  ctx: DomainContext;
  where: Prisma.WebhookDeliveryWhereInput;
  query: Omit<Prisma.WebhookDeliveryFindManyArgs, 'where'>;
}): Promise<WebhookDelivery[]> {
  const { ctx, where, query } = options;
  return ctx.db.webhookDelivery.findMany({
    ...query,
    where: { AND: [{ webhook: visibleWebhooks(ctx) }, where] },
  });
}

/** The deliveries of each of several webhooks, which the caller has been shown. */
export function deliveriesOf(webhookIds: readonly number[], conditions: OwnedRows['conditions']): OwnedRows {
  return {
    table: 'webhook_delivery',
    owners: ownerIds(webhookIds),
    belongs: Prisma.sql`item.webhook_id = owner.id`,
    conditions,
  };
}
