import {
  type ConversionReceipt,
  countConversionReceipts,
  listConversionReceipts,
} from '../domain/conversion/receipts.ts';
import { builder } from './builder.ts';
import { receiptPage } from './receipts.ts';

const ConversionOutcome = builder.enumType('ConversionOutcome', {
  description: 'What became of a postback.',
  values: {
    ACCEPTED: { description: 'Counted, and attributed to the click.' },
    UNATTRIBUTED: { description: 'Kept; its vmcid is no click of the seat.' },
    DUPLICATE: { description: 'Its id and dp were known already; not counted again.' },
  } as const,
});

const Receipt = builder.objectRef<ConversionReceipt>('ConversionReceipt').implement({
  description: 'One postback that was answered with success.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Grows with time.' }),
    receivedAt: t.expose('receivedAt', {
      type: 'DateTime',
      description: 'When it arrived; conversions are reported by this time.',
    }),
    outcome: t.field({
      type: ConversionOutcome,
      description: 'What became of it.',
      resolve: ({ outcome }) => outcome,
    }),
    dp: t.exposeString('dp', { description: 'Who passed the data.' }),
    eventId: t.exposeString('eventId', { description: 'The parameter `id`.' }),
    clientId: t.exposeString('clientId', { description: 'The API client that sent it.' }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      nullable: true,
      description: 'The `Idempotency-Key` that it came with.',
    }),
  }),
});

const Filter = builder.inputType('ConversionReceiptFilter', {
  description: 'Which postbacks; all conditions hold together.',
  fields: (t) => ({
    outcome: t.field({ type: ConversionOutcome, description: 'That ended so.' }),
    eventId: t.string({ description: 'With this parameter `id`.' }),
    idempotencyKey: t.string({ description: 'That came with this `Idempotency-Key`.' }),
    since: t.field({ type: 'DateTime', description: 'Received at this moment or later.' }),
    until: t.field({ type: 'DateTime', description: 'Received before this moment.' }),
  }),
});

const Connection = builder.connectionObject(
  { type: Receipt, name: 'ConversionReceiptConnection', description: 'A page of postbacks, newest first.' },
  { name: 'ConversionReceiptEdge', description: 'One postback of a page.' },
);

builder.queryField('conversionReceipts', (t) =>
  t.connection(
    {
      type: Receipt,
      description: 'What happened to the conversions that the seat sent, newest first.',
      args: { filter: t.arg({ type: Filter, description: 'Which ones.' }) },
      resolve: (_root, args, ctx) =>
        receiptPage({
          args,
          list: (page) => listConversionReceipts({ ctx, filter: args.filter, ...page }),
          count: () => countConversionReceipts({ ctx, filter: args.filter }),
        }),
    },
    Connection,
  ),
);
