import { createDeal } from '../domain/deal/create.ts';
import { countDeals, DEAL_LIST, dealsOfAdvertisers, findDeals } from '../domain/deal/find.ts';
import { CreateDeal, UpdateDeal } from '../domain/deal/input.ts';
import { updateDeal } from '../domain/deal/update.ts';
import { visibleDeals } from '../domain/deal/visible.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { connectionType, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';
import { ownedConnection } from './owned-connection.ts';

const DealStatus = builder.enumType('DealStatus', {
  description: 'Whether a deal is in use.',
  values: {
    ACTIVE: { description: 'It can be targeted.' },
    INACTIVE: { description: 'It is not in use.' },
  } as const,
});

const Deal = builder.prismaObject('Deal', {
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
    reservePrice: t.expose('reservePrice', { type: 'Decimal', description: 'Acceptable reserve price.' }),
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

const deals = connectionType({
  type: Deal,
  name: 'Deal',
  words: 'deals',
  list: DEAL_LIST,
  visible: visibleDeals,
  status: DealStatus,
  orderBy: ['id', 'name', 'status', 'reservePrice', 'createdAt', 'updatedAt'],
});

rootConnection({
  of: deals,
  field: 'deals',
  description: 'The seat’s deals.',
  find: findDeals,
  count: countDeals,
});

oneById({ type: Deal, name: 'Deal', word: 'deal', find: findDeals });

ownedConnection({
  of: deals,
  owner: Advertiser,
  field: 'deals',
  description: 'Deals that it can target.',
  select: { id: true, accountGroupId: true },
  rows: (ctx, advertisers: readonly { id: number; accountGroupId: number }[], conditions) =>
    dealsOfAdvertisers(ctx, advertisers, conditions),
});

createMutation({ resource: 'Deal', type: Deal, definition: CreateDeal, find: findDeals, run: createDeal });

updateMutation({ resource: 'Deal', type: Deal, definition: UpdateDeal, find: findDeals, run: updateDeal });
