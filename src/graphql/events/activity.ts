import { findPixels } from '../../domain/audiences/pixel/find.ts';
import type { DomainContext } from '../../domain/context.ts';
import type { ActivityProblem } from '../../domain/events/event/activity.ts';
import { ACTION_SOURCE } from '../../domain/events/event/fields.ts';
import type { EventReceipt } from '../../domain/events/event/receipts.ts';
import { firstEvents, MAX_OF_RECEIPT, type StoredEvent } from '../../domain/events/event/stored.ts';
import { type ShownActivity, watchActivity } from '../../domain/events/event/watch.ts';
import { mergeGenerators } from '../../domain/notifications/live/merge.ts';
import { byId } from '../../resources/define/rows.ts';
import { builder } from '../builder.ts';
import { badArgument } from '../parts/arguments.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId, idArgument } from '../parts/values/ids.ts';
import { batchByKey } from '../server/batches.ts';
import { EventOutcome, EventReceiptType } from './event.ts';
import { Pixel } from './pixel.ts';

const Problem = builder.objectRef<ActivityProblem>('PixelActivityError').implement({
  description: 'A problem with one value of an event request.',
  fields: (t) => ({
    index: t.exposeInt('index', {
      description: 'The index of the event in the array, or -1 if the problem concerns the whole request.',
    }),
    field: t.exposeString('field', { description: 'The name of the field.' }),
    reason: t.exposeString('reason', { description: 'The reason why the value was refused.' }),
  }),
});

const StoredEventType = builder.objectRef<StoredEvent>('PixelEvent').implement({
  description: 'An event of a pixel, without the keys that identify the user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the event. Later events have greater IDs.' }),
    eventTime: t.expose('eventTime', { type: 'DateTime', description: 'The time when the event happened.' }),
    actionSource: t.expose('actionSource', {
      type: enumOf(ACTION_SOURCE),
      nullable: true,
      description: 'Where the action took place: `website`, `app` or `offline`.',
    }),
    actionSourceUrl: t.exposeString('actionSourceUrl', {
      nullable: true,
      description: 'The URL on which the action took place.',
    }),
    value: t.expose('gv', {
      type: 'Decimal',
      nullable: true,
      description: 'The value in US dollars, with every digit kept.',
    }),
    eventCategory: t.exposeString('ec', { nullable: true, description: 'The event category.' }),
    eventLabel: t.exposeString('el', { nullable: true, description: 'The event label.' }),
    eventAction: t.exposeString('ea', { nullable: true, description: 'The event action.' }),
    productIds: t.stringList({
      nullable: true,
      description: 'The IDs of the products.',
      resolve: ({ productIds }) => productIds && [...productIds],
    }),
    userDefined: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The user-defined name-value pairs.',
      resolve: ({ userDefined }) => userDefined,
    }),
    identities: t.stringList({
      description:
        'The kinds of identity keys that the event contained. The keys themselves are never returned.',
      resolve: ({ identities }) => [...identities],
    }),
  }),
});

builder.objectField(EventReceiptType, 'events', (t) =>
  t.field({
    type: [StoredEventType],
    description: `The first ${MAX_OF_RECEIPT} events of the array. Empty if nothing was stored, or the events are archived.`,
    extensions: { maxItems: MAX_OF_RECEIPT },
    resolve: async (receipt, _args, ctx) => {
      const load = batchByKey(ctx, ['EventReceipt.events'], async (receipts: readonly EventReceipt[]) => {
        const found = await firstEvents(ctx, receipts);
        return new Map(receipts.map((one) => [one, found.get(one.id)]));
      });
      return (await load(receipt)) ?? [];
    },
  }),
);

const ActivityType = builder.objectRef<ShownActivity>('PixelActivity').implement({
  description: 'A request that sent events for a pixel.',
  fields: (t) => ({
    pixel: t.field({
      type: asLoadedType(Pixel),
      nullable: true,
      description: 'The pixel that the events were sent for.',
      resolve: ({ pixelId }, _args, ctx, info) => loadNode(ctx, info, globalId('Pixel', pixelId)),
    }),
    at: t.field({
      type: 'DateTime',
      description: 'The time when the request arrived.',
      resolve: ({ at }) => new Date(at),
    }),
    outcome: t.field({
      type: EventOutcome,
      description: 'The outcome of the request.',
      resolve: ({ outcome }) => outcome,
    }),
    receiptId: t.id({
      nullable: true,
      description: 'The ID of the receipt. Null if the request was refused, and for test events.',
      resolve: ({ receiptId }) => receiptId ?? null,
    }),
    eventCount: t.int({
      nullable: true,
      description: 'The number of events in the request. Null if the request was refused.',
      resolve: ({ eventCount }) => eventCount ?? null,
    }),
    clientId: t.exposeString('clientId', { description: 'The ID of the API client that sent the request.' }),
    idempotencyKey: t.string({
      nullable: true,
      description: 'The `Idempotency-Key` of the request.',
      resolve: ({ idempotencyKey }) => idempotencyKey ?? null,
    }),
    message: t.string({
      nullable: true,
      description: 'The error message. Null unless the request was refused.',
      resolve: ({ message }) => message ?? null,
    }),
    errors: t.field({
      type: [Problem],
      description: 'The first five problems of a refused request.',
      resolve: ({ problems = [] }) => [...problems],
    }),
    events: t.field({
      type: [StoredEventType],
      description: 'The first twenty events that were stored, or the first five test events.',
      resolve: ({ events }) => [...events],
    }),
    skipped: t.exposeInt('skipped', {
      description:
        'The number of requests since the previous message that arrived too fast to be reported one by one.',
    }),
  }),
});

/** The maximum number of pixels that one subscription follows. */
const MAX_PIXELS = 100;

builder.subscriptionField('pixelEvents', (t) =>
  t.field({
    type: ActivityType,
    description:
      'Reports requests for pixels of the seat as they arrive at any process, including refused ones. Takes exactly one of its arguments.',
    args: {
      pixelId: t.arg.id({ description: 'The global ID or integer ID of a pixel.' }),
      pixelIds: t.arg.idList({
        description: `The global IDs or integer IDs of at most ${MAX_PIXELS} pixels.`,
      }),
      advertiserId: t.arg.id({
        description: `The global ID or integer ID of an advertiser: its pixels, at most ${MAX_PIXELS}.`,
      }),
    },
    subscribe: async (_root, args, ctx) => {
      const pixelIds = await followedPixels(ctx, args);
      return mergeGenerators(pixelIds.map((pixelId) => watchActivity({ system: ctx, pixelId })));
    },
    resolve: (activity) => activity,
  }),
);

async function followedPixels(
  ctx: DomainContext,
  args: {
    pixelId?: string | null | undefined;
    pixelIds?: readonly string[] | null | undefined;
    advertiserId?: string | null | undefined;
  },
): Promise<number[]> {
  const given = (['pixelId', 'pixelIds', 'advertiserId'] as const).filter((name) => args[name] != null);
  const [argument, another] = given;
  if (argument === undefined)
    throw badArgument('pixelId', 'must be given, or "pixelIds" or "advertiserId" in its place');
  if (another !== undefined) throw badArgument(another, `cannot be given with "${argument}"`);
  const query = { select: { id: true }, take: MAX_PIXELS + 1, orderBy: { id: 'asc' } } as const;
  if (argument === 'advertiserId') {
    const advertiserId = byId(idArgument('Advertiser', args.advertiserId ?? '', argument)).id;
    const found = await findPixels({ ctx, where: { advertiserId }, query });
    if (found.length === 0)
      throw badArgument(argument, 'must be the ID of an advertiser of this seat that has pixels');
    return found.slice(0, MAX_PIXELS).map(({ id }) => id);
  }
  const requested = argument === 'pixelId' ? [args.pixelId ?? ''] : (args.pixelIds ?? []);
  if (requested.length === 0 || requested.length > MAX_PIXELS)
    throw badArgument(argument, `must have from 1 to ${MAX_PIXELS} items`);
  const ids = [...new Set(requested.map((id) => byId(idArgument('Pixel', id, argument)).id))];
  const found = await findPixels({ ctx, where: { id: { in: ids } }, query });
  if (found.length < ids.length)
    throw badArgument(
      argument,
      `must be the ${requested.length > 1 ? 'IDs of pixels' : 'ID of a pixel'} of this seat`,
    );
  return ids;
}
