import {
  countTargetingAttributes,
  findTargetingAttributes,
  TARGETING_ATTRIBUTE_LIST,
} from '../../domain/native/find.ts';
import { targetingAttributeObject } from '../../domain/native/objects/targeting-attribute.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { rootConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';

const TargetingAttribute = builder.prismaObject('TargetingAttribute', {
  description: 'A targeting attribute of a campaign or ad group: one value of one target type.',
  fields: (t) => ({
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'The advertiser that owns it.' }),
    parentType: t.expose('parentType', {
      type: 'ListedValue',
      description: 'The type of the parent: `CAMPAIGN` or `ADGROUP`.',
    }),
    parentId: t.expose('parentId', {
      type: 'SafeInt',
      description: 'The integer ID of the campaign or ad group.',
    }),
    type: t.expose('type', {
      type: 'ListedValue',
      description: 'The target type, such as `WOEID` or `SITE_X_DEVICE`.',
    }),
    value: t.exposeString('value', { description: 'The target value.' }),
    exclude: t.expose('exclude', {
      type: 'ListedValue',
      description: 'Whether matches are excluded: `TRUE` or `FALSE`.',
    }),
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
});

rootConnection({
  of: targetingAttributes,
  field: 'targetingAttributes',
  description: 'Returns the targeting attributes of the seat.',
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
