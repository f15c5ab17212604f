import { createNativeList } from '../domain/native-list/create.ts';
import { findNativeLists, NATIVE_LIST_LIST } from '../domain/native-list/find.ts';
import { CreateNativeList, UpdateNativeList } from '../domain/native-list/input.ts';
import { updateNativeList } from '../domain/native-list/update.ts';
import { NATIVE_LIST_TYPE_ID } from '../domain/native-list/view.ts';
import { visibleNativeLists } from '../domain/native-list/visible.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

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

const NativeList = builder.prismaObject('NativeList', {
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
    nativeListTypeId: t.int({
      description: 'Kind of the list; there is one kind here.',
      resolve: () => NATIVE_LIST_TYPE_ID,
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

const nativeLists = connectionType({
  type: NativeList,
  name: 'NativeList',
  words: 'native lists',
  list: NATIVE_LIST_LIST,
  visible: visibleNativeLists,
  status: NativeListStatus,
  orderBy: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: nativeLists,
  owner: Advertiser,
  field: 'nativeLists',
  description: 'Lists of sites and apps that its lines can block.',
});

oneById({ type: NativeList, name: 'NativeList', word: 'native list', find: findNativeLists });

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
