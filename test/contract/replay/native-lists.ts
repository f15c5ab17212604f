import type { Example } from './example.ts';
import { integer, list, moment, object, one, text } from './shape.ts';

const nativeListFields = {
  id: integer,
  accountId: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE', 'ARCHIVED'),
  updatedAt: moment,
};
const items = list(object({ itemName: text }));
const nativeListSummary = object(nativeListFields);
const nativeList = object({ ...nativeListFields, items });
const updatedNativeList = object({ ...nativeListFields, items, nativeListTypeId: integer });

export const nativeLists: readonly Example[] = [
  {
    title: 'native list',
    send: ({ given }) => [
      'POST',
      '/nativelists',
      {
        accountId: given.advertiserId,
        name: 'Blocked sites',
        status: 'ACTIVE',
        items: [{ itemName: 'news.example' }, { itemName: 'com.example.app' }],
      },
    ],
    shape: nativeList,
  },
  {
    title: 'a read native list',
    send: ({ 'native list': { id } }) => ['GET', `/nativelists/${id}`],
    shape: nativeList,
  },
  {
    title: 'native lists',
    send: ({ given }) => ['GET', `/nativelists?accountId=${given.advertiserId}&query=blocked`],
    shape: list(nativeListSummary),
  },
  {
    title: 'an updated native list',
    send: ({ 'native list': { id, accountId, name, updatedAt, items } }) => [
      'PUT',
      `/nativelists/${id}`,
      { accountId, name, updatedAt, items: items.slice(1), status: 'INACTIVE' },
    ],
    shape: updatedNativeList,
  },
];
