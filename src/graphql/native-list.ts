import { createNativeList } from '../domain/native-list/create.ts';
import { findNativeLists, NATIVE_LIST_LIST } from '../domain/native-list/find.ts';
import { CreateNativeList, MAX_LIST_ITEMS, UpdateNativeList } from '../domain/native-list/input.ts';
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
  description: 'The possible states of a native list.',
  values: {
    ACTIVE: { description: 'The list is active. Lines can block it.' },
    INACTIVE: { description: 'The list is inactive. No further line can block it.' },
    ARCHIVED: { description: 'The list is archived. No further line can block it.' },
  } as const,
});

const NativeListItem = builder.objectRef<string>('NativeListItem').implement({
  description: 'A site or app in a native list.',
  fields: (t) => ({
    itemName: t.string({
      description: 'The domain of a website or the bundle ID of an app.',
      resolve: (itemName) => itemName,
    }),
  }),
});

const NativeList = builder.prismaObject('NativeList', {
  description: 'A native list: a list of sites and apps that a line can block as a whole.',
  // Excludes the up to 500 items, unless they are selected.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `NativeList:123`.',
      resolve: ({ id }) => globalId('NativeList', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    accountId: t.expose('advertiserId', {
      type: 'SafeInt',
      description: 'The integer ID of the advertiser that owns the list.',
    }),
    name: t.exposeString('name', { description: 'The display name.' }),
    status: t.field({
      type: NativeListStatus,
      description: 'The status: `ACTIVE`, `INACTIVE` or `ARCHIVED`.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    items: t.field({
      type: [NativeListItem],
      description: 'The sites and apps in the list, at most 500.',
      select: { items: true },
      extensions: { mostItems: MAX_LIST_ITEMS },
      resolve: ({ items }) => items,
    }),
    nativeListTypeId: t.int({
      description: 'The ID of the list’s type. There is only one type.',
      resolve: () => NATIVE_LIST_TYPE_ID,
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
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
  description: 'The native lists of the advertiser, which its lines can block.',
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
