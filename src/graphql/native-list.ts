import { createNativeList } from '../domain/native-list/create.ts';
import { findNativeLists, nativeListFilter } from '../domain/native-list/find.ts';
import { CreateNativeList, UpdateNativeList } from '../domain/native-list/input.ts';
import { updateNativeList } from '../domain/native-list/update.ts';
import { visibleNativeLists } from '../domain/native-list/visible.ts';
import { byId } from '../domain/rows.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { checkPage, orderInput, orderOf } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';

const NativeListStatus = builder.enumType('NativeListStatus', {
  description: 'Whether a native list is in use.',
  values: {
    ACTIVE: { description: 'Lines can block it.' },
    INACTIVE: { description: 'No further line can block it.' },
    ARCHIVED: { description: 'Put away; no further line can block it.' },
  } as const,
});

const NativeListItem = builder.objectRef<string>('NativeListItem').implement({
  description: 'A site or an app of a native list.',
  fields: (t) => ({
    itemName: t.string({
      description: 'Domain of a website, or bundle id of an app.',
      resolve: (itemName) => itemName,
    }),
  }),
});

export const NativeList = builder.prismaObject('NativeList', {
  description: 'Sites and apps that lines block as one.',
  // Not its up to 500 items, unless they are asked for.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `NativeList:123`.',
      resolve: ({ id }) => globalId('NativeList', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    accountId: t.expose('advertiserId', { type: 'SafeInt', description: 'Advertiser that owns it.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    status: t.field({
      type: NativeListStatus,
      description: 'ACTIVE, INACTIVE or ARCHIVED.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    items: t.field({
      type: [NativeListItem],
      description: 'Its sites and apps, at most 500.',
      select: { items: true },
      resolve: ({ items }) => items,
    }),
    advertiser: t.relation('advertiser', { description: 'Who owns it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }),
});

historyOf('NativeList', NativeList);

const NativeListConnection = builder.connectionObject(
  { type: NativeList, name: 'NativeListConnection', description: 'A page of native lists.' },
  { name: 'NativeListEdge', description: 'One native list of a page.' },
);

const NativeListFilter = builder.inputType('NativeListFilter', {
  description: 'Which native lists; all conditions hold together.',
  fields: (t) => ({
    query: t.string({ description: 'Part of the name, in any case.' }),
    status: t.field({ type: NativeListStatus, description: 'With this status.' }),
  }),
});

const NativeListOrder = orderInput('NativeList', ['id', 'name', 'status', 'createdAt', 'updatedAt']);

builder.queryField('nativeList', (t) =>
  t.prismaField({
    type: NativeList,
    nullable: true,
    description: 'One native list; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) =>
      (await findNativeLists({ ctx, query, where: byId(idArgument('NativeList', args.id)) }))[0] ?? null,
  }),
);

builder.prismaObjectField(Advertiser, 'nativeLists', (t) =>
  t.relatedConnection(
    'nativeLists',
    {
      cursor: 'id',
      description: 'Lists of sites and apps that its lines can block.',
      args: {
        filter: t.arg({ type: NativeListFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: NativeListOrder, description: 'By id unless given.' }),
      },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleNativeLists(ctx), nativeListFilter(args.filter)] },
          orderBy: orderOf(args.orderBy),
        };
      },
      totalCount: true,
    },
    NativeListConnection,
  ),
);

createMutation({
  resource: 'NativeList',
  type: NativeList,
  definition: CreateNativeList,
  find: findNativeLists,
  run: createNativeList,
});

updateMutation({
  resource: 'NativeList',
  type: NativeList,
  definition: UpdateNativeList,
  find: findNativeLists,
  run: updateNativeList,
});
