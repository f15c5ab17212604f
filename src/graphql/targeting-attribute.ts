import {
  countTargetingAttributes,
  findTargetingAttributes,
  TARGETING_ATTRIBUTE_LIST,
} from '../domain/native/find.ts';
import { targetingAttributeObject } from '../domain/native/objects/targeting-attribute.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { builder } from './builder.ts';
import { connectionType, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';
import { oneById } from './one-by-id.ts';

const TargetingAttribute = builder.prismaObject('TargetingAttribute', {
  description: 'Whom a campaign or ad group reaches: one value of one type.',
  fields: (t) => ({
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'Who owns it.' }),
    parentType: t.expose('parentType', { type: 'ListedValue', description: 'CAMPAIGN or ADGROUP.' }),
    parentId: t.expose('parentId', { type: 'SafeInt', description: 'The campaign or ad group.' }),
    type: t.expose('type', { type: 'ListedValue', description: 'Such as WOEID or SITE_X_DEVICE.' }),
    value: t.exposeString('value', { description: 'A value of that type.' }),
    exclude: t.expose('exclude', { type: 'ListedValue', description: 'TRUE or FALSE.' }),
  }),
});

nativeFields('TargetingAttribute', TargetingAttribute);
historyOf('TargetingAttribute', TargetingAttribute);

export const targetingAttributes = connectionType({
  type: TargetingAttribute,
  name: 'TargetingAttribute',
  words: 'targeting attributes',
  list: TARGETING_ATTRIBUTE_LIST,
  visible: (ctx) => visibleObjects(ctx, 'targetingattribute'),
  status: NativeStatus,
  orderBy: ['id', 'type', 'value', 'status', 'createdAt', 'updatedAt'],
});

rootConnection({
  of: targetingAttributes,
  field: 'targetingAttributes',
  description: 'The seat’s targeting attributes.',
  find: findTargetingAttributes,
  count: countTargetingAttributes,
});

oneById({
  type: TargetingAttribute,
  name: 'TargetingAttribute',
  word: 'targeting attribute',
  find: findTargetingAttributes,
});

nativeMutations({ object: targetingAttributeObject, type: TargetingAttribute, single: true });
