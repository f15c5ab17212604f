import { watchConversions } from '../../domain/events/conversion/live.ts';
import {
  CONVERSION_REASON,
  type ConversionReceipt,
  type ConversionReceiptFilter,
  countConversionReceipts,
  listConversionReceipts,
} from '../../domain/events/conversion/receipts.ts';
import { byId } from '../../resources/define/rows.ts';
import { builder } from '../builder.ts';
import { Ad } from '../campaigns/ad.ts';
import { combinations } from '../parts/filters.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId, idArgument } from '../parts/values/ids.ts';
import { Money } from '../parts/values/money.ts';
import { readsFrom } from '../server/price/reads.ts';
import { Pixel } from './pixel.ts';
import { pageArguments, receiptPage, requestConditions } from './receipts.ts';

const ConversionOutcome = builder.enumType('ConversionOutcome', {
  description: 'The possible outcomes of a conversion postback.',
  values: {
    ACCEPTED: { description: 'The conversion was counted and attributed to its click.' },
    UNATTRIBUTED: {
      description: 'The conversion was stored, but no line counts it. `reason` says why.',
    },
    DUPLICATE: {
      description:
        'A conversion with the same `id` and `dp` was already counted. This one was not counted again.',
    },
  } as const,
});

const Receipt = builder.objectRef<ConversionReceipt>('ConversionReceipt').implement({
  description: 'The receipt of one conversion postback that was accepted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the receipt. Later receipts have greater IDs.' }),
    receivedAt: t.expose('receivedAt', {
      type: 'DateTime',
      description: 'The time when the postback arrived. Reports count conversions by this time.',
    }),
    outcome: t.field({
      type: ConversionOutcome,
      description: 'The outcome of the postback.',
      resolve: ({ outcome }) => outcome,
    }),
    reason: t.expose('reason', {
      type: enumOf(CONVERSION_REASON),
      nullable: true,
      description:
        'The reason for which the conversion does not count. Null if it counts, and for receipts from before version 0.9.0.',
    }),
    dp: t.exposeString('dp', {
      description: 'The `dp` parameter: the data provider that sent the conversion.',
    }),
    eventId: t.exposeString('eventId', { description: 'The `id` parameter of the postback.' }),
    ad: t.field({
      type: asLoadedType(Ad),
      nullable: true,
      description: 'The ad whose click the conversion counts for. Null if no line counts it.',
      resolve: ({ adId }, _args, ctx, info) =>
        adId === null ? null : loadNode(ctx, info, globalId('Ad', adId)),
    }),
    pixel: t.field({
      type: asLoadedType(Pixel),
      nullable: true,
      description:
        'The pixel of the `.yp` parameter. Null if none was sent, if the seat has no such pixel, and for a repeated conversion.',
      resolve: ({ pixelId }, _args, ctx, info) =>
        pixelId === null ? null : loadNode(ctx, info, globalId('Pixel', pixelId)),
    }),
    value: t.field({
      type: Money,
      nullable: true,
      description:
        'The value that was sent, in its currency. Null without one, and for a repeated conversion.',
      resolve: ({ value, currency }) => (value && currency ? { amount: value, currency } : null),
    }),
    clientId: t.exposeString('clientId', { description: 'The ID of the API client that sent the request.' }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description: 'The `Idempotency-Key` of the request.',
    }),
  }),
});

/** As it is sent: with a pixel's global ID or integer ID. */
interface SentFilter extends Omit<ConversionReceiptFilter, 'pixelId' | 'and' | 'or' | 'not'> {
  readonly pixelId?: string | null | undefined;
  readonly and?: readonly SentFilter[] | null | undefined;
  readonly or?: readonly SentFilter[] | null | undefined;
  readonly not?: SentFilter | null | undefined;
}

const Filter = builder.inputRef<SentFilter>('ConversionReceiptFilter');
Filter.implement({
  description: 'Filters conversion receipts. All conditions must match.',
  fields: (t) => ({
    outcome: t.field({ type: ConversionOutcome, description: 'Matches receipts with this outcome.' }),
    eventId: t.string({ description: 'Matches receipts whose `id` parameter has this value.' }),
    pixelId: t.id({
      description:
        'Matches receipts of conversions whose `.yp` names the pixel with this global ID or integer ID.',
    }),
    ...requestConditions(t),
    ...combinations(t, Filter, 'receipts'),
  }),
});

function filterOf({ pixelId, and, or, not, ...filter }: SentFilter): ConversionReceiptFilter {
  return {
    ...filter,
    ...(pixelId != null && { pixelId: byId(idArgument('Pixel', pixelId, 'filter.pixelId')).id }),
    ...(and && { and: and.map(filterOf) }),
    ...(or && { or: or.map(filterOf) }),
    ...(not && { not: filterOf(not) }),
  };
}

const Connection = builder.connectionObject(
  {
    type: Receipt,
    name: 'ConversionReceiptConnection',
    description: 'A page of conversion receipts, newest first.',
  },
  { name: 'ConversionReceiptEdge', description: 'An edge of a page of conversion receipts.' },
);

builder.queryField('conversionReceipts', (t) =>
  t.field({
    type: Connection,
    description: 'Returns the receipts of the conversions that the seat sent, newest first.',
    args: {
      ...pageArguments(),
      filter: t.arg({ type: Filter, description: 'Filters the results.' }),
    },
    extensions: readsFrom({ model: 'ConversionReceipt', fields: {} }),
    resolve: (_root, args, ctx) => {
      const filter = args.filter && filterOf(args.filter);
      return receiptPage({
        args,
        list: (page) => listConversionReceipts({ ctx, filter, ...page }),
        count: () => countConversionReceipts({ ctx, filter }),
      });
    },
  }),
);

builder.subscriptionField('conversionReceipts', (t) =>
  t.field({
    type: Receipt,
    description:
      'Reports the receipts of the seat’s conversions as they arrive at any process. Of a burst, the newest 100 are reported; the query of the same name returns all.',
    subscribe: (_root, _args, ctx) => watchConversions(ctx),
    resolve: (receipt) => receipt,
  }),
);
