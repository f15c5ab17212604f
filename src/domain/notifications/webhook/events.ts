import { defineEnum, valuesOf } from '../../../resources/define/enum-type.ts';

/** The events of webhooks. docs/webhooks.md shows the payload of each. */
export const WEBHOOK_EVENT = defineEnum('WebhookEvent', 'The events that a webhook can subscribe to.', {
  'report.finished': 'A report succeeded and can be downloaded.',
  'report.failed': 'A report failed or was cancelled.',
  'line.status': 'The status of a line changed.',
  'line.pacing': 'A line began to deliver faster or slower than its budget allows, or is back on track.',
  'books.closed': 'A day of an advertiser was closed: its facts are complete.',
  'quota.warning': 'A user has used 80 % of a quota.',
  'events.refused': 'Pixel events of an advertiser were refused because they exceed its rate limit.',
  ping: 'A test that `testWebhook` sends to one webhook. No webhook can subscribe to it.',
});

export type WebhookEvent = keyof typeof WEBHOOK_EVENT.values;

export const EVENT_NAMES = valuesOf(WEBHOOK_EVENT);

/** What webhooks can subscribe to. */
export const SUBSCRIBED_EVENTS = EVENT_NAMES.filter((name) => name !== 'ping');

export const WEBHOOK_STATUS = defineEnum('WebhookStatus', 'The possible states of a webhook.', {
  ACTIVE: 'Events are sent.',
  DISABLED:
    'Nothing is sent, and events are not kept for later. The service disables a webhook that accepted nothing for 72 hours, or whose receiver answered 410; `notice` says why.',
});

export const DELIVERY_STATUS = defineEnum('WebhookDeliveryStatus', 'The possible states of a delivery.', {
  PENDING: 'It is sent, or sent again, at `nextAttemptAt`.',
  DELIVERED: 'The receiver accepted it with a status from 200 to 299.',
  FAILED: 'It was given up. `replayWebhookDelivery` sends it again.',
});
