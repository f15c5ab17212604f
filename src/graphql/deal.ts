import { createDeal } from '../domain/deal/create.ts';
import { countDeals, dealFilter, dealsOfAdvertiser, findDeals } from '../domain/deal/find.ts';
import { CreateDeal, UpdateDeal } from '../domain/deal/input.ts';
import { updateDeal } from '../domain/deal/update.ts';
import { byId } from '../domain/rows.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { checkPage, orderInput, orderOf } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';

const DealStatus = builder.enumType('DealStatus', {
  description: 'Whether a deal is in use.',
  values: {
    ACTIVE: { description: 'It can be targeted.' },
    INACTIVE: { description: 'It is not in use.' },
  } as const,
});

export const Deal = builder.prismaObject('Deal', {
  description: 'Terms agreed with an exchange, run by the exchange’s deal ID.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Deal:123`.',
      select: { id: true },
      resolve: ({ id }) => globalId('Deal', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    status: t.field({
      type: DealStatus,
      description: 'ACTIVE or INACTIVE.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    exchangeId: t.field({
      type: 'SafeInt',
      description: 'The exchange; known ones have names in `dictionary.exchanges`.',
      select: { exchangeId: true },
      resolve: ({ exchangeId }) => Number(exchangeId),
    }),
    exchangeDealId: t.exposeString('exchangeDealId', { description: 'The deal’s ID on the exchange.' }),
    description: t.exposeString('description', { description: 'What was agreed.' }),
    reservePrice: t.exposeFloat('reservePrice', { description: 'Acceptable reserve price.' }),
    accountGroupId: t.expose('accountGroupId', {
      type: 'SafeInt',
      nullable: true,
      description: 'Account group that can target it.',
    }),
    accountIsExcluded: t.exposeBoolean('accountIsExcluded', {
      description: 'true: all advertisers but `accounts`; false: only `accounts`.',
    }),
    accounts: t.expose('accounts', {
      type: ['SafeInt'],
      description: 'Advertisers that may, or may not, target it.',
    }),
    accountGroups: t.expose('accountGroups', {
      type: ['SafeInt'],
      description: 'Further account groups that can target it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }),
});

historyOf('Deal', Deal);

const DealConnection = builder.connectionObject(
  { type: Deal, name: 'DealConnection', description: 'A page of deals.' },
  { name: 'DealEdge', description: 'One deal of a page.' },
);

const DealFilter = builder.inputType('DealFilter', {
  description: 'Which deals; all conditions hold together.',
  fields: (t) => ({
    query: t.string({ description: 'Part of the name, in any case.' }),
    status: t.field({ type: DealStatus, description: 'With this status.' }),
  }),
});

const DealOrder = orderInput('Deal', ['id', 'name', 'status', 'reservePrice', 'createdAt', 'updatedAt']);

builder.queryFields((t) => ({
  deal: t.prismaField({
    type: Deal,
    nullable: true,
    description: 'One deal; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) =>
      (await findDeals({ ctx, query, where: byId(idArgument('Deal', args.id)) }))[0] ?? null,
  }),
  deals: t.prismaConnection(
    {
      type: Deal,
      cursor: 'id',
      description: 'The seat’s deals.',
      args: {
        filter: t.arg({ type: DealFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: DealOrder, description: 'By id unless given.' }),
      },
      resolve: (query, _root, args, ctx) => {
        checkPage(args);
        const where = dealFilter(args.filter);
        return findDeals({ ctx, where, query: { ...query, orderBy: orderOf(args.orderBy) } });
      },
      totalCount: (_root, args, ctx) => countDeals({ ctx, where: dealFilter(args.filter) }),
    },
    DealConnection,
  ),
}));

builder.prismaObjectField(Advertiser, 'deals', (t) =>
  t.prismaConnection(
    {
      type: Deal,
      cursor: 'id',
      description: 'Deals that it can target.',
      args: {
        filter: t.arg({ type: DealFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: DealOrder, description: 'By id unless given.' }),
      },
      resolve: (query, advertiser, args, ctx) => {
        checkPage(args);
        const where = { AND: [dealsOfAdvertiser(advertiser), dealFilter(args.filter)] };
        return findDeals({ ctx, where, query: { ...query, orderBy: orderOf(args.orderBy) } });
      },
      totalCount: (advertiser, args, ctx) =>
        countDeals({ ctx, where: { AND: [dealsOfAdvertiser(advertiser), dealFilter(args.filter)] } }),
    },
    DealConnection,
  ),
);

createMutation({ resource: 'Deal', type: Deal, definition: CreateDeal, find: findDeals, run: createDeal });

updateMutation({ resource: 'Deal', type: Deal, definition: UpdateDeal, find: findDeals, run: updateDeal });
