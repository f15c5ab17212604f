import { countTargetingAttributes, findTargetingAttributes } from '../../domain/native/find.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { TARGETING_ATTRIBUTE } from '../../domain/targeting-attribute/definition.ts';
import { targetingAttributeObject } from '../../domain/targeting-attribute/object.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { rootConnection } from '../parts/connections.ts';
import { keptFields } from '../parts/kept-fields.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { nativeMutations } from './native-mutations.ts';

const TargetingAttribute = resourceType(TARGETING_ATTRIBUTE, { whole: true });

keptFields(TargetingAttribute);
historyOf('TargetingAttribute', TargetingAttribute);

export const targetingAttributes = connectionOf({
  resource: TARGETING_ATTRIBUTE,
  type: TargetingAttribute,
  visible: (ctx) => visibleObjects(ctx, 'targetingattribute'),
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

nativeMutations({
  object: targetingAttributeObject,
  type: TargetingAttribute,
  find: findTargetingAttributes,
  single: true,
});
