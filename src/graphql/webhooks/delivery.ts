import { DELIVERY_STATUS } from '../../domain/webhook/events.ts';
import { DELIVERY_LIST, deliveriesOf, findDeliveries } from '../../domain/webhook/find.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { enumOf } from '../parts/enums.ts';
import { globalId } from '../parts/ids.ts';
import { numberedNodeType } from '../parts/node.ts';
import { ownedConnection } from '../parts/owned-connection.ts';
import { Webhook, WebhookEventEnum } from './webhook.ts';

const WebhookDeliveryStatus = enumOf(DELIVERY_STATUS);

export const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description: 'An event that is sent to a webhook. Deliveries are kept for 30 days.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `WebhookDelivery:123`.',
      resolve: ({ id }) => globalId('WebhookDelivery', Number(id)),
    }),
    messageId: t.exposeString('messageId', {
      description: 'The `webhook-id` of every attempt. Receivers tell repeated deliveries by it.',
    }),
    event: t.field({
      type: WebhookEventEnum,
      description: 'The event.',
      resolve: ({ event }) => event,
    }),
    payload: t.field({
      type: 'JSONObject',
      description: 'The body of the request.',
      resolve: ({ payload }) => JSON.parse(payload),
    }),
    status: t.field({
      type: WebhookDeliveryStatus,
      description: 'The state of the delivery.',
      resolve: ({ status }) => status,
    }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts so far.' }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The HTTP status of the last response. Null if there was none.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'The reason why the last attempt failed.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next attempt. Null unless the status is `PENDING`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when the event happened.' }),
  }),
});

numberedNodeType({
  type: WebhookDelivery,
  name: 'WebhookDelivery',
  largestId: Number.MAX_SAFE_INTEGER,
  find: findDeliveries,
});

const deliveries = connectionType({
  type: WebhookDelivery,
  name: 'WebhookDelivery',
  words: 'deliveries',
  list: DELIVERY_LIST,
  visible: () => ({}),
  status: WebhookDeliveryStatus,
  newestFirst: true,
  largestId: Number.MAX_SAFE_INTEGER,
});

ownedConnection({
  of: deliveries,
  owner: Webhook,
  field: 'deliveries',
  description: 'The deliveries of the last 30 days, newest first.',
  select: { id: true },
  rows: (_ctx, webhooks, conditions) =>
    deliveriesOf(
      webhooks.map(({ id }) => id),
      conditions,
    ),
});
