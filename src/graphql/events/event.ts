import { IDENTITY_KINDS } from '../../domain/events/event/known-keys.ts';
import {
  countEventReceipts,
  type EventReceipt,
  type EventReceiptFilter,
  listEventReceipts,
} from '../../domain/events/event/receipts.ts';
import { byId } from '../../resources/define/rows.ts';
import { builder } from '../builder.ts';
import { badArgument, valuesIn } from '../parts/arguments.ts';
import { combinations } from '../parts/filters.ts';
import { idArgument } from '../parts/values/ids.ts';
import { readsFrom } from '../server/price/reads.ts';
import { IdentityMatchType, loadReceiptMatches } from './identity-matches.ts';
import { pageArguments, receiptPage, requestConditions } from './receipts.ts';

export const EventOutcome = builder.enumType('EventOutcome', {
  description: 'The possible outcomes of a request to the event intake.',
  values: {
    ACCEPTED: { description: 'The events were stored.' },
    DUPLICATE: {
      description:
        'The request repeated an earlier one with the same `Idempotency-Key`. Nothing was stored again.',
    },
    TEST: {
      description:
        'The events are tests, by `test_event_code` or `X-Test-Event-Code`: they were validated, and not stored. Only reported by live views.',
    },
    REFUSED: { description: 'The request was refused and nothing was stored. Only reported by live views.' },
  } as const,
});

export const EventReceiptType = builder.objectRef<EventReceipt>('EventReceipt').implement({
  description: 'The receipt of one array of events that was accepted.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The ID of the receipt. Later receipts have greater IDs. The ID of an event is `<receipt ID>:<index in the array>`.',
    }),
    receivedAt: t.expose('receivedAt', {
      type: 'DateTime',
      description: 'The time when the request arrived.',
    }),
    outcome: t.field({
      type: EventOutcome,
      description: 'The outcome of the request.',
      resolve: ({ outcome }) => outcome,
    }),
    eventCount: t.exposeInt('eventCount', { description: 'The number of events in the array.' }),
    clientId: t.exposeString('clientId', { description: 'The ID of the API client that sent the request.' }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description: 'The `Idempotency-Key` of the request.',
    }),
    identityMatches: t.field({
      type: [IdentityMatchType],
      nullable: true,
      description:
        'The numbers of keys of users in the array, by kind, and of those that match a known audience now. At most 25 keys of each kind are looked up. `vmcid` is not stored with events. Null if nothing was stored, or the events are archived.',
      extensions: { maxItems: IDENTITY_KINDS.length },
      resolve: (receipt, _args, ctx) => loadReceiptMatches(ctx, receipt),
    }),
  }),
});

const ReceiptFilter = builder.inputRef<EventReceiptFilter>('EventReceiptFilter');
ReceiptFilter.implement({
  description: 'Filters event receipts. All conditions must match.',
  fields: (t) => ({
    outcome: t.field({ type: EventOutcome, description: 'Matches receipts with this outcome.' }),
    ...requestConditions(t),
    ...combinations(t, ReceiptFilter, 'receipts'),
  }),
});

const ReceiptConnection = builder.connectionObject(
  {
    type: EventReceiptType,
    name: 'EventReceiptConnection',
    description: 'A page of event receipts, newest first.',
  },
  { name: 'EventReceiptEdge', description: 'An edge of a page of event receipts.' },
);

builder.queryField('eventReceipts', (t) =>
  t.field({
    type: ReceiptConnection,
    description: 'Returns the receipts of the events sent for a pixel of the seat, newest first.',
    args: {
      ...pageArguments(),
      pixelId: t.arg.id({ required: true, description: 'The global ID or integer ID of the pixel.' }),
      filter: t.arg({ type: ReceiptFilter, description: 'Filters the results.' }),
    },
    extensions: readsFrom({ model: 'EventReceipt', fields: {}, within: 'pixel_id' }),
    resolve: (_root, args, ctx) => {
      const pixelId = byId(idArgument('Pixel', args.pixelId, 'pixelId')).id;
      return receiptPage({
        args,
        list: (page) => listEventReceipts({ ctx, pixelId, filter: receiptFilter(args.filter), ...page }),
        count: () => countEventReceipts({ ctx, pixelId, filter: receiptFilter(args.filter) }),
      });
    },
  }),
);

/** Refused requests have no receipt, so a filter for them is refused at any level. */
function receiptFilter(filter: EventReceiptFilter | null | undefined) {
  for (const [path, value] of valuesIn(filter))
    if (/\boutcome$/.test(path) && (value === 'REFUSED' || value === 'TEST'))
      throw badArgument(`filter.${path}`, 'must be ACCEPTED or DUPLICATE');
  return filter;
}
