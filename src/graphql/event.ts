import { type ActivityMessage, type ActivityProblem, activityChannel } from '../domain/event/activity.ts';
import { countEventReceipts, type EventReceipt, listEventReceipts } from '../domain/event/receipts.ts';
import type { StoredEvent } from '../domain/event/stored.ts';
import { readActivity, type ShownActivity } from '../domain/event/watch.ts';
import { findPixels } from '../domain/pixel/find.ts';
import { byId } from '../domain/rows.ts';
import { badArgument } from './arguments.ts';
import { builder } from './builder.ts';
import { idArgument } from './ids.ts';
import { receiptPage } from './receipts.ts';
import { follow } from './subscriptions.ts';

const EventOutcome = builder.enumType('EventOutcome', {
  description: 'What became of an array of events.',
  values: {
    ACCEPTED: { description: 'Stored.' },
    DUPLICATE: { description: 'A replay under its Idempotency-Key; nothing was stored again.' },
    REFUSED: { description: 'Refused; nothing was stored. Only live views tell of it.' },
  } as const,
});

const Receipt = builder.objectRef<EventReceipt>('EventReceipt').implement({
  description: 'One array of events that was answered with success.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Grows with time; its events are `<id>:<place in the array>`.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it arrived.' }),
    outcome: t.field({
      type: EventOutcome,
      description: 'What became of it.',
      resolve: ({ outcome }) => outcome,
    }),
    eventCount: t.exposeInt('eventCount', { description: 'How many events it held.' }),
    clientId: t.exposeString('clientId', { description: 'The API client that sent it.' }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description: 'The `Idempotency-Key` that it came with.',
    }),
  }),
});

const ReceiptFilter = builder.inputType('EventReceiptFilter', {
  description: 'Which arrays; all conditions hold together.',
  fields: (t) => ({
    outcome: t.field({ type: EventOutcome, description: 'That ended so.' }),
    idempotencyKey: t.string({ description: 'That came with this `Idempotency-Key`.' }),
    since: t.field({ type: 'DateTime', description: 'Received at this moment or later.' }),
    until: t.field({ type: 'DateTime', description: 'Received before this moment.' }),
  }),
});

const ReceiptConnection = builder.connectionObject(
  { type: Receipt, name: 'EventReceiptConnection', description: 'A page of arrays, newest first.' },
  { name: 'EventReceiptEdge', description: 'One array of a page.' },
);

builder.queryField('eventReceipts', (t) =>
  t.connection(
    {
      type: Receipt,
      description: 'What happened to the events that were sent for a pixel of the seat, newest first.',
      args: {
        pixelId: t.arg.id({ required: true, description: 'Global id or number.' }),
        filter: t.arg({ type: ReceiptFilter, description: 'Which ones.' }),
      },
      resolve: (_root, args, ctx) => {
        const pixelId = byId(idArgument('Pixel', args.pixelId, 'pixelId')).id;
        return receiptPage({
          args,
          list: (page) => listEventReceipts({ ctx, pixelId, filter: receiptFilter(args.filter), ...page }),
          count: () => countEventReceipts({ ctx, pixelId, filter: receiptFilter(args.filter) }),
        });
      },
    },
    ReceiptConnection,
  ),
);

function receiptFilter(filter: typeof ReceiptFilter.$inferInput | null | undefined) {
  if (filter?.outcome === 'REFUSED') throw badArgument('filter.outcome', 'must be ACCEPTED or DUPLICATE');
  return filter as Parameters<typeof listEventReceipts>[0]['filter'];
}

const Problem = builder.objectRef<ActivityProblem>('PixelActivityError').implement({
  description: 'One refused value of a request.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Which event; -1 for the request itself.' }),
    field: t.exposeString('field', { description: 'Which field.' }),
    reason: t.exposeString('reason', { description: 'Why.' }),
  }),
});

const StoredEventType = builder.objectRef<StoredEvent>('PixelEvent').implement({
  description: 'One event, without the keys that say whose it was.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Grows with time.' }),
    eventTime: t.expose('eventTime', { type: 'DateTime', description: 'Business time.' }),
    actionSource: t.exposeString('actionSource', { nullable: true, description: 'website, app or offline.' }),
    actionSourceUrl: t.exposeString('actionSourceUrl', { nullable: true, description: 'Where it happened.' }),
    gv: t.expose('gv', { type: 'Decimal', nullable: true, description: 'Value in USD, every digit kept.' }),
    ec: t.exposeString('ec', { nullable: true, description: 'Category.' }),
    el: t.exposeString('el', { nullable: true, description: 'Label.' }),
    ea: t.exposeString('ea', { nullable: true, description: 'Action.' }),
    productIds: t.stringList({
      nullable: true,
      description: 'Product ids.',
      resolve: ({ productIds }) => productIds && [...productIds],
    }),
    userDefined: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Custom pairs.',
      resolve: ({ userDefined }) => userDefined,
    }),
    identities: t.stringList({
      description: 'Which kinds of identity keys it carried; never the keys.',
      resolve: ({ identities }) => [...identities],
    }),
  }),
});

const ActivityType = builder.objectRef<ShownActivity>('PixelActivity').implement({
  description: 'One request for a pixel, as it arrived.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => new Date(at) }),
    outcome: t.field({
      type: EventOutcome,
      description: 'What became of it.',
      resolve: ({ outcome }) => outcome,
    }),
    receiptId: t.id({
      nullable: true,
      description: 'Its receipt, unless it was refused.',
      resolve: ({ receiptId }) => receiptId ?? null,
    }),
    eventCount: t.int({
      nullable: true,
      description: 'How many events it held, unless it was refused.',
      resolve: ({ eventCount }) => eventCount ?? null,
    }),
    clientId: t.exposeString('clientId', { description: 'The API client that sent it.' }),
    idempotencyKey: t.string({
      nullable: true,
      description: 'The `Idempotency-Key` that it came with.',
      resolve: ({ idempotencyKey }) => idempotencyKey ?? null,
    }),
    message: t.string({
      nullable: true,
      description: 'The message of a refusal.',
      resolve: ({ message }) => message ?? null,
    }),
    errors: t.field({
      type: [Problem],
      description: 'The first five problems of a refused request.',
      resolve: ({ problems = [] }) => [...problems],
    }),
    events: t.field({
      type: [StoredEventType],
      description: 'The first twenty events of what was stored.',
      resolve: ({ events }) => [...events],
    }),
    skipped: t.exposeInt('skipped', {
      description: 'How many requests came too fast to be told one by one, since the one before.',
    }),
  }),
});

builder.subscriptionField('pixelEvents', (t) =>
  t.field({
    type: ActivityType,
    description: 'Requests for a pixel of the seat as they arrive at any process, refused ones included.',
    args: { pixelId: t.arg.id({ required: true, description: 'Global id or number.' }) },
    subscribe: async (_root, args, ctx) => {
      const where = byId(idArgument('Pixel', args.pixelId, 'pixelId'));
      const [pixel] = await findPixels({ ctx, where, query: { select: { id: true } } });
      if (!pixel) throw badArgument('pixelId', 'must be the ID of a pixel of this seat');
      return follow<ActivityMessage, ShownActivity>({
        ctx,
        channel: activityChannel(pixel.id),
        read: async (message) => ({
          values: message ? await readActivity({ system: ctx, pixelId: pixel.id, message }) : [],
        }),
      });
    },
    resolve: (activity) => activity,
  }),
);
