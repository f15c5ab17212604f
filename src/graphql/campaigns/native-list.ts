import { createNativeList } from '../../domain/campaigns/native-list/create.ts';
import { NATIVE_LIST } from '../../domain/campaigns/native-list/definition.ts';
import {
  CreateNativeList,
  MAX_LIST_ITEMS,
  UpdateNativeList,
} from '../../domain/campaigns/native-list/input.ts';
import { updateNativeList } from '../../domain/campaigns/native-list/update.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { definedField, rowField } from '../parts/row-field.ts';
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

/** The maximum size in bytes of a list with 500 items. */
const MAX_ITEMS_BYTES = MAX_LIST_ITEMS * 300;

rowField(NativeList, 'NativeList.items', {
  type: [NativeListItem],
  description: 'The sites and apps in the list, at most 500.',
  extensions: { maxItems: MAX_LIST_ITEMS },
  key: ({ column }) => `array_to_json(${column('items')})::text`,
  maxValueBytes: MAX_ITEMS_BYTES,
  open: () => (_ctx, items) => JSON.parse(items),
});
definedField(NativeList, 'nativeListTypeId', {
  type: 'Int',
  description: 'The ID of the list’s type. There is only one type.',
});
definedField(NativeList, 'exclude', {
  type: 'Boolean',
  description: 'Always true.',
  deprecationReason: 'Lines can only block native lists, so that the value says nothing.',
});

historyOf(NativeList);

const nativeLists = connectionOf({ resource: NATIVE_LIST, type: NativeList });

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
});

oneById({ type: NativeList, name: 'NativeList', singular: 'native list' });

createMutation({
  resource: 'NativeList',
  type: NativeList,
  definition: CreateNativeList,
  run: createNativeList,
});

updateMutation({
  resource: 'NativeList',
  type: NativeList,
  definition: UpdateNativeList,
  run: updateNativeList,
});
