import type { DomainContext } from '../../domain/context.ts';
import {
  type EventRefusals,
  listRefusals,
  MAX_REASONS,
  MAX_REFUSED,
  type RefusalReason,
  refusalReasons,
} from '../../domain/events/event/refusals.ts';
import type { RefusedEvent } from '../../domain/events/event/refused/content.ts';
import { MAX_SAMPLE, type RefusedRequest, refusedRequests } from '../../domain/events/event/refused/list.ts';
import {
  MAX_EVENTS_REPLAYED,
  MAX_REQUESTS,
  type Replay,
  ReplayRefusedEvents,
  replayRefusedEvents,
} from '../../domain/events/event/refused/replay.ts';
import { byId } from '../../resources/define/rows.ts';
import { builder } from '../builder.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { globalId, idArgument, withIds } from '../parts/values/ids.ts';
import { batchByKey } from '../server/batches.ts';
import { RefusalReasonType } from './event-counts.ts';
import { Pixel } from './pixel.ts';

type Problem = RefusedEvent['errors'][number];

const RefusedProblem = builder.objectRef<Problem>('RefusedEventError').implement({
  description: 'A problem with one value of a refused event.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The path of the field in the event.' }),
    reason: t.exposeString('reason', { description: 'The reason, without the value that was sent.' }),
  }),
});

const RefusedEventType = builder.objectRef<RefusedEvent>('RefusedEvent').implement({
  description: 'An event of a refused request, without the keys that identify the user.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The index of the event in the array.' }),
    errors: t.field({
      type: [RefusedProblem],
      description: 'The first five problems of the event. Empty if it was refused with others of its array.',
      resolve: ({ errors }) => [...errors],
    }),
    identities: t.stringList({
      description:
        'The kinds of identity keys that the event contained. The keys themselves are never returned.',
      resolve: ({ identities }) => [...identities],
    }),
    event: t.field({
      type: 'JSON',
      description:
        'The event without `user_data`, without values that were refused, and without unknown fields.',
      resolve: ({ event }) => event,
    }),
  }),
});

const RefusedRequestType = builder.objectRef<RefusedRequest>('RefusedEventRequest').implement({
  description: 'A refused request with events.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the request.' }),
    receivedAt: t.expose('receivedAt', {
      type: 'DateTime',
      description: 'The time when the request arrived.',
    }),
    clientId: t.exposeString('clientId', { description: 'The ID of the API client that sent the request.' }),
    message: t.exposeString('message', { description: 'The error message.' }),
    eventCount: t.exposeInt('eventCount', { description: 'The number of events in the array.' }),
    replayableCount: t.exposeInt('replayable', {
      description: 'The number of events that no rule refuses, which `replayRefusedEvents` sends again.',
    }),
    replayedAt: t.expose('replayedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time when they were sent again and accepted.',
    }),
    events: t.field({
      type: [RefusedEventType],
      description:
        'The first events that were refused, or of all if a reason concerns the request; at most five.',
      resolve: ({ events }) => [...events],
    }),
  }),
});

const Refusals = builder.objectRef<EventRefusals>('EventRefusals').implement({
  description: 'Requests for a pixel that were refused.',
  fields: (t) => ({
    pixel: t.field({
      type: asLoadedType(Pixel),
      nullable: true,
      description: 'The pixel. Null once it is gone.',
      resolve: ({ pixelId }, _args, ctx, info) => loadNode(ctx, info, globalId('Pixel', pixelId)),
    }),
    requests: t.exposeInt('requests', { description: 'The number of requests.' }),
    count: t.expose('count', {
      type: 'SafeInt',
      description: 'The number of events in them. A request whose body could not be read counts as one.',
    }),
    latestAt: t.expose('latestAt', { type: 'DateTime', description: 'The time of the latest one.' }),
    reasons: t.field({
      type: [RefusalReasonType],
      description: `The reasons, the most frequent ones first; at most ${MAX_REASONS}.`,
      extensions: { maxItems: MAX_REASONS },
      resolve: ({ pixelId, since }, _args, ctx) => loadReasons(ctx, pixelId, since),
    }),
    sample: t.field({
      type: [RefusedRequestType],
      description: `The newest of the requests that are kept for seven days; at most ${MAX_SAMPLE}. Kept are the newest 1,000 requests of a seat, up to 16 MiB; of many in a minute, only the first.`,
      extensions: { maxItems: MAX_SAMPLE },
      resolve: ({ pixelId, since }, _args, ctx) => loadSample(ctx, pixelId, since),
    }),
  }),
});

async function loadReasons(ctx: DomainContext, pixelId: number, since: Date): Promise<RefusalReason[]> {
  const place = ['EventRefusals.reasons', since.getTime()];
  const load = batchByKey(ctx, place, (ids: readonly number[]) => refusalReasons(ctx, ids, since));
  return (await load(pixelId)) ?? [];
}

async function loadSample(ctx: DomainContext, pixelId: number, since: Date): Promise<RefusedRequest[]> {
  const place = ['EventRefusals.sample', since.getTime()];
  const load = batchByKey(ctx, place, (ids: readonly number[]) => refusedRequests(ctx, ids, since));
  return (await load(pixelId)) ?? [];
}

builder.queryField('eventRefusals', (t) =>
  t.field({
    type: [Refusals],
    description: `Returns the pixels of the seat for which requests were refused, those with most refusals first; at most ${MAX_REFUSED}.`,
    args: {
      pixelId: t.arg.id({ description: 'The global ID or integer ID of a pixel: only this one.' }),
      since: t.arg({
        type: 'DateTime',
        description: 'Considers requests that arrived in hours after this time. Defaults to 24 hours ago.',
      }),
    },
    extensions: { maxItems: MAX_REFUSED },
    resolve: (_root, { pixelId, since }, ctx) =>
      listRefusals(ctx, {
        ...(pixelId != null && { pixelId: byId(idArgument('Pixel', pixelId, 'pixelId')).id }),
        ...(since && { since }),
      }),
  }),
);

mutation<Replay>({
  name: 'replayRefusedEvents',
  description: `Sends refused events of a pixel again, oldest first, as the client that sent them: those that no rule refuses, of requests that are kept and were not sent again with their \`Idempotency-Key\` since. Each is stored once, however often this is called. Events that a client sent again without an \`Idempotency-Key\` are stored twice. A call sends at most ${MAX_REQUESTS} requests and ${MAX_EVENTS_REPLAYED} events, and stops at the advertiser’s rate limit.`,
  input: createInput('ReplayRefusedEventsInput', ReplayRefusedEvents, 'The input of `replayRefusedEvents`.'),
  validateOnlyDescription: 'Returns how many requests and events would be sent, and sends none.',
  unrecorded: true,
  payload: (t) => ({
    requestCount: t.exposeInt('requests', {
      description: 'The number of requests whose events were accepted.',
    }),
    eventCount: t.exposeInt('events', { description: 'The number of events that were accepted.' }),
    refusedCount: t.exposeInt('refused', { description: 'The number of requests that were refused again.' }),
    remainingCount: t.exposeInt('remaining', {
      description:
        'The number of requests that another call can send, in a second if the rate limit was reached.',
    }),
  }),
  run: ({ ctx, input }) => replayRefusedEvents({ ctx, input: withIds(input, ReplayRefusedEvents.fields) }),
});
