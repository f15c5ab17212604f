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
  description: 'The possible states of a deal.',
  values: {
    ACTIVE: { description: 'The deal is active. It can be targeted.' },
    INACTIVE: { description: 'The deal is inactive.' },
  } as const,
});

const Deal = builder.prismaObject('Deal', {
  description: 'A deal: an agreement between an exchange and an advertiser, executed through a deal ID.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Deal:123`.',
      select: { id: true },
      resolve: ({ id }) => globalId('Deal', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    name: t.exposeString('name', { description: 'The display name.' }),
    status: t.field({
      type: DealStatus,
      description: 'The status: `ACTIVE` or `INACTIVE`.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    exchangeId: t.field({
      type: 'SafeInt',
      description: 'The ID of the exchange. `dictionary.exchanges` lists the names of known exchanges.',
      select: { exchangeId: true },
      resolve: ({ exchangeId }) => Number(exchangeId),
    }),
    exchangeDealId: t.exposeString('exchangeDealId', { description: 'The ID of the deal on the exchange.' }),
    description: t.exposeString('description', { description: 'A description of the deal.' }),
    reservePrice: t.expose('reservePrice', { type: 'Decimal', description: 'The acceptable reserve price.' }),
    accountGroupId: t.expose('accountGroupId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The integer ID of the account group that can target the deal.',
    }),
    accountIsExcluded: t.exposeBoolean('accountIsExcluded', {
      description:
        'How `accounts` is applied. If true, all advertisers except `accounts` can target the deal; if false, only `accounts` can.',
    }),
    accounts: t.expose('accounts', {
      type: ['SafeInt'],
      description:
        'The integer IDs of the advertisers that can or cannot target the deal, depending on `accountIsExcluded`.',
    }),
    accountGroups: t.expose('accountGroups', {
      type: ['SafeInt'],
      description: 'The integer IDs of further account groups that can target the deal.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
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
  description: 'Returns the deals of the seat.',
  find: findDeals,
  count: countDeals,
});

oneById({ type: Deal, name: 'Deal', word: 'deal', find: findDeals });

ownedConnection({
  of: deals,
  owner: Advertiser,
  field: 'deals',
  description: 'The deals that the advertiser can target.',
  select: { id: true, accountGroupId: true },
  rows: (ctx, advertisers: readonly { id: number; accountGroupId: number }[], conditions) =>
    dealsOfAdvertisers(ctx, advertisers, conditions),
});

createMutation({ resource: 'Deal', type: Deal, definition: CreateDeal, find: findDeals, run: createDeal });

updateMutation({ resource: 'Deal', type: Deal, definition: UpdateDeal, find: findDeals, run: updateDeal });
