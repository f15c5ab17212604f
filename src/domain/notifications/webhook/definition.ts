import {
  defineResource,
  enumField,
  HISTORY,
  identity,
  integer,
  text,
  timestamp,
} from '../../../resources/define/definition.ts';
import { DELIVERY_STATUS, WEBHOOK_EVENT } from './events.ts';

/** Defines the relations of a webhook. Its verbs return the webhook itself. */
export const WEBHOOK = defineResource('Webhook', {
  one: 'webhook',
  many: 'webhooks',
  description:
    'A webhook: a URL of yours to which events are sent as signed requests. Only visible to the role `ADMIN`.',
  visible: 'of the seat',
  isForAdmins: true,
  fields: {},
  relations: {
    deliveries: {
      to: 'pages',
      resource: 'WebhookDelivery',
      column: 'webhookId',
      description: 'The deliveries of the last 30 days, newest first.',
    },
    history: HISTORY,
  },
  internal: [],
});

export const WEBHOOK_DELIVERY = defineResource('WebhookDelivery', {
  one: 'delivery',
  many: 'deliveries',
  description: 'An event that is sent to a webhook. Deliveries are kept for 30 days.',
  visible: 'with its owner',
  isForAdmins: true,
  hasLongIds: true,
  newestFirst: true,
  fields: {
    id: identity('WebhookDelivery', { isNotFilterable: true }),
    messageId: text(
      'messageId',
      'The ID of the message, which every attempt sends as `webhook-id`. Use it to detect repeated deliveries.',
      { isNotFilterable: true },
    ),
    event: enumField(WEBHOOK_EVENT, 'event', 'The event.'),
    status: enumField(DELIVERY_STATUS, 'status', 'The state of the delivery.'),
    attempts: integer('attempts', 'The number of attempts so far.', { isNotFilterable: true }),
    responseStatus: integer(
      'responseStatus',
      'The HTTP status of the last response. Null if there was none.',
      { isNotFilterable: true },
    ),
    failure: text('failure', 'The reason why the last attempt failed.', { isNotFilterable: true }),
    nextAttemptAt: timestamp(
      'nextAttemptAt',
      'The time of the next attempt. Null unless the status is `PENDING`.',
      { isNotFilterable: true },
    ),
    createdAt: timestamp('createdAt', 'The time when the event happened.'),
  },
  relations: {},
  customColumns: ['payload'],
  internal: ['webhookId', 'resource', 'firstAttemptAt'],
});
