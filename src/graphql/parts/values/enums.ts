import type { EnumRef } from '@pothos/core';
import { type EnumType, enumName, valuesOf } from '../../../resources/define/enum-type.ts';
import { builder } from '../../builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

const enums = new Map<string, { of: EnumType; made: EnumRef<Types, string> }>();

/** Returns the GraphQL enum of a closed set of values, which is defined once. */
export function enumOf<Value extends string>(enumType: EnumType<Value>): EnumRef<Types, string> {
  const { name, description, values: descriptions } = enumType;
  const known = enums.get(name);
  if (known && known.of !== enumType) throw new Error(`Two enums have the name ${name}.`);
  if (known) return known.made;
  const values = Object.fromEntries(
    valuesOf(enumType).map((value) => [
      enumName(value),
      { value: value as string, description: descriptions[value] },
    ]),
  );
  const made: EnumRef<Types, string> = builder.enumType(name, { description, values });
  enums.set(name, { of: enumType, made });
  return made;
}
