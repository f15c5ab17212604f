import { TARGETING_ATTRIBUTE } from '../../domain/native/targeting-attribute/definition.ts';
import { targetingAttributeObject } from '../../domain/native/targeting-attribute/object.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { rootConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields } from '../parts/row-field.ts';
import { nativeMutations } from './native-mutations.ts';

const TargetingAttribute = resourceType(TARGETING_ATTRIBUTE);

addPassthroughFields(TargetingAttribute);
historyOf(TargetingAttribute);

export const targetingAttributes = connectionOf({
  resource: TARGETING_ATTRIBUTE,
  type: TargetingAttribute,
});

rootConnection({
  of: targetingAttributes,
  field: 'targetingAttributes',
  description: 'Returns the targeting attributes of the seat.',
});

oneById({
  type: TargetingAttribute,
  name: 'TargetingAttribute',
  singular: 'targeting attribute',
});

nativeMutations({
  object: targetingAttributeObject,
  type: TargetingAttribute,
  single: true,
});
