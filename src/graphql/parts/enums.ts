import type { EnumRef } from '@pothos/core';
import type { Words } from '../../domain/resource/definition.ts';
import { builder } from '../builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

const enums = new Map<string, EnumRef<Types, string>>();

/** The enum of a closed list, made once. */
export function enumOf({ name, description, values }: Words): EnumRef<Types, string> {
  const known = enums.get(name);
  if (known) return known;
  const made = builder.enumType(name, { description, values });
  enums.set(name, made);
  return made;
}
