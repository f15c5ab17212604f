import { createNativeList } from '../../domain/native-list/create.ts';
import { NATIVE_LIST } from '../../domain/native-list/definition.ts';
import { countNativeLists, findNativeLists } from '../../domain/native-list/find.ts';
import { CreateNativeList, MAX_LIST_ITEMS, UpdateNativeList } from '../../domain/native-list/input.ts';
import { updateNativeList } from '../../domain/native-list/update.ts';
import { NATIVE_LIST_TYPE_ID } from '../../domain/native-list/view.ts';
import { visibleNativeLists } from '../../domain/native-list/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { Advertiser } from './advertiser.ts';

const NativeListItem = builder.objectRef<string>('NativeListItem').implement({
  description: 'A site or app in a native list.',
  fields: (t) => ({
    itemName: t.string({
      description: 'The domain of a website or the bundle ID of an app.',
      resolve: (itemName) => itemName,
    }),
  }),
});

export const NativeList = resourceType(NATIVE_LIST);

builder.prismaObjectFields(NativeList, (t) => ({
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
  exclude: t.boolean({
    description: 'Always true.',
    deprecationReason: 'Lines can only block native lists, so that the value says nothing.',
    resolve: () => true,
  }),
}));

historyOf('NativeList', NativeList);

const nativeLists = connectionOf({ resource: NATIVE_LIST, type: NativeList, visible: visibleNativeLists });

relatedConnection({
  of: nativeLists,
  owner: Advertiser,
  field: 'nativeLists',
  description: 'The native lists of the advertiser, which its lines can block.',
});

rootConnection({
  of: nativeLists,
  field: 'nativeLists',
  description: 'Returns the native lists of the seat.',
  find: findNativeLists,
  count: countNativeLists,
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
