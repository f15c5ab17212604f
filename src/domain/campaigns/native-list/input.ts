import { list, name, object, timestamp } from '../../../resources/define/fields.ts';
import { inputsOf } from '../../../resources/define/inputs.ts';
import { NATIVE_LIST } from './definition.ts';

export const MAX_LIST_ITEMS = 500;

const item = object('NativeListItem', {
  itemName: name().describe('The domain of a website or the bundle ID of an app.'),
});

export const { create: CreateNativeList, update: UpdateNativeList } = inputsOf(NATIVE_LIST, {
  more: {
    items: list(item, MAX_LIST_ITEMS).describe(
      'The sites and apps in the list, at most 500. An update replaces all of them.',
    ),
  },
  changes: {
    updatedAt: timestamp()
      .nullable()
      .optional()
      .describe('If set, the update is refused unless this is the stored `updatedAt`.'),
  },
  answered: ['nativeListTypeId'],
});
