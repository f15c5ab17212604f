import { WEBHOOK_EVENT, type WebhookEvent } from '../../domain/notifications/webhook/events.ts';
import type { Parameter } from './operation.ts';
import { arrayOf, integer, objectOf, orNull, ref, type Schema, text } from './schemas.ts';

const TAG = 'Webhooks';

/** The signature of a delivery, as Standard Webhooks define it. */
const HEADERS: readonly Parameter[] = [
  ['webhook-id', 'The ID of the delivery. It stays the same when the delivery is repeated.'],
  ['webhook-timestamp', 'The time of this attempt, in seconds since the epoch.'],
  [
    'webhook-signature',
    'One signature (`v1,…`) for each secret that is valid, separated by spaces. It is the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the body as received, joined by dots.',
  ],
].map(([name = '', description = '']) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
  required: true,
}));

const time = (description: string): Schema => text(description, { format: 'date-time' });
const advertiserId = integer('The ID of the advertiser.');
const line = {
  lineId: integer('The ID of the line.'),
  orderId: integer('The ID of the campaign.'),
  advertiserId,
  name: text('The name of the line.'),
};
const lineExample = { lineId: 12, orderId: 5, advertiserId: 3, name: 'Spring' };
const report = { customerReportId: text('The ID of the report.') };
const reportExample = { customerReportId: '7f0c2c1e-5d0b-4a55-9f3a-0c7f6f1f5b11' };

/** The `data` of each event, and an example of it. `docs/webhooks.md` shows the same examples. */
const DATA: Readonly<
  Record<WebhookEvent, { readonly fields: Readonly<Record<string, Schema>>; readonly example: object }>
> = {
  'report.finished': {
    fields: {
      ...report,
      status: text('The status of the report.', { const: 'SUCCESS' }),
      numRows: integer('The number of rows, without the header.'),
      errorMsg: { type: 'null' },
    },
    example: { ...reportExample, status: 'SUCCESS', numRows: 1200, errorMsg: null },
  },
  'report.failed': {
    fields: {
      ...report,
      status: text('The status of the report.', { const: 'FAILED' }),
      numRows: { type: 'null' },
      errorMsg: text('The reason why the report failed.'),
    },
    example: {
      ...reportExample,
      status: 'FAILED',
      numRows: null,
      errorMsg: 'The report could not be created in three attempts.',
    },
  },
  'line.status': {
    fields: {
      ...line,
      previousStatus: text('The status before the change.'),
      status: text('The stored status of the line.'),
      deliveryStatus: text('Whether the line can deliver, as `Line.deliveryStatus` in GraphQL.'),
      deliveryBlockers: arrayOf(
        { type: 'string' },
        'The codes of what keeps the line from delivering, as `Line.deliveryBlockers` in GraphQL.',
      ),
    },
    example: {
      ...lineExample,
      previousStatus: 'PAUSED',
      status: 'ACTIVE',
      deliveryStatus: 'NOT_STARTED',
      deliveryBlockers: ['NOT_STARTED'],
    },
  },
  'line.pacing': {
    fields: {
      ...line,
      previousStatus: orNull(text('The pacing before. Null for a line that is seen for the first time.')),
      status: text('The pacing: `AHEAD`, `BEHIND`, `ON_TRACK` or `SPENT`.'),
      budget: text('The budget of the flight, as a decimal number in `currency`.'),
      delivered: text('The amount spent in the flight, as a decimal number in `currency`.'),
      expected: text('The budget’s share of the time that has passed, as a decimal number in `currency`.'),
      ratio: orNull({
        type: 'number',
        description: '`delivered` divided by `expected`. Null before the flight.',
      }),
      currency: text('The ISO 4217 code of the currency.'),
    },
    example: {
      ...lineExample,
      previousStatus: 'ON_TRACK',
      status: 'BEHIND',
      budget: '1000.000000',
      delivered: '310.500000',
      expected: '500.000000',
      ratio: 0.621,
      currency: 'USD',
    },
  },
  'books.closed': {
    fields: {
      advertiserId,
      day: text('The day in the advertiser’s time zone.', { format: 'date' }),
      timezone: text('The IANA time zone of the advertiser.'),
    },
    example: { advertiserId: 3, day: '2026-01-30', timezone: 'America/New_York' },
  },
  'quota.warning': {
    fields: {
      userId: integer('The ID of the user.'),
      limit: text('The name of the quota, such as `GET_PER_DAY`.'),
      used: integer('The number of calls or points that are used.'),
      allowed: integer('The number of calls or points that are allowed within the window.'),
      windowSeconds: integer('The length of the window in seconds.'),
    },
    example: { userId: 7, limit: 'GET_PER_DAY', used: 6400, allowed: 8000, windowSeconds: 86400 },
  },
  'events.refused': {
    fields: {
      advertiserId,
      eventsPerSecond: integer('The number of events that the advertiser may send in a second.'),
      requests: integer('The number of requests that were refused.'),
      events: integer('The number of events in these requests.'),
      since: time('The time of the first of these requests.'),
      until: time('The time of the last of these requests.'),
    },
    example: {
      advertiserId: 3,
      eventsPerSecond: 5000,
      requests: 4,
      events: 3200,
      since: '2026-01-31T07:59:58.100Z',
      until: '2026-01-31T07:59:59.000Z',
    },
  },
  ping: { fields: { webhookId: integer('The ID of the webhook.') }, example: { webhookId: 4 } },
};

const EVENTS = Object.entries(DATA) as [WebhookEvent, (typeof DATA)[WebhookEvent]][];

/** Returns the name of an event's schema: `WebhookReportFinished`. */
const schemaName = (event: WebhookEvent): string =>
  `Webhook${event.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}`;

const TIMES: Partial<Record<WebhookEvent, string>> = { 'books.closed': '2026-01-31T12:00:00.000Z' };
const DEFAULT_TIME = '2026-01-31T08:00:00.000Z';

/** The requests that the service sends to webhooks. They are managed over GraphQL. */
export const WEBHOOKS = {
  tag: {
    name: TAG,
    description:
      'Requests that the service sends to the URLs of webhooks when something happens. Webhooks are created with the mutation `createWebhook` of GraphQL, and deliveries are signed as Standard Webhooks define.',
  },
  webhooks: Object.fromEntries(
    EVENTS.map(([event, { example }]) => [
      event,
      {
        post: {
          operationId: `receive${schemaName(event)}`,
          tags: [TAG],
          summary: `Receive ${event}`,
          description: WEBHOOK_EVENT.values[event],
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: ref(schemaName(event)),
                example: { type: event, timestamp: TIMES[event] ?? DEFAULT_TIME, data: example },
              },
            },
          },
          responses: {
            '2XX': { description: 'The delivery was accepted. Other answers are repeated for 72 hours.' },
            '410': { description: 'No more deliveries are wanted. The service disables the webhook.' },
          },
        },
      },
    ]),
  ),
  schemas: Object.fromEntries(
    EVENTS.map(([event, { fields }]): [string, Schema] => [
      schemaName(event),
      objectOf(
        {
          type: text('The event.', { const: event }),
          timestamp: time('The time when it happened.'),
          data: objectOf(fields, { description: 'The details of the event. New fields may be added.' }),
        },
        { description: WEBHOOK_EVENT.values[event] },
      ),
    ]),
  ),
};
