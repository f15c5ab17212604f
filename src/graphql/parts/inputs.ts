import type { InputFieldMap, InputRef } from '@pothos/core';
import type { z } from 'zod';
import type { InputDefinition } from '../../domain/input.ts';
import { builder } from '../builder.ts';
import { shapeOf, traitOf, unwrap, unwrapOnce } from './zod.ts';

/**
 * GraphQL input types generated from the domain's input definitions, so that all interfaces accept the same
 * names. What a creation requires is required here, too; an update requires nothing but its ID.
 */
type AnyInput = InputRef<Record<string, unknown>>;
type Definition = InputDefinition<z.ZodRawShape>;

const MAX_INT = 2_147_483_647;
const SCALARS = {
  url: 'URL',
  currency: 'Currency',
  timezone: 'TimeZone',
  instant: 'Timestamp',
  listed: 'ListedValue',
  json: 'JSON',
  id: 'ID',
} as const;

const nested = new Map<string, AnyInput>();

export function createInput(name: string, definition: Definition, description: string): AnyInput {
  return builder.inputType(name, {
    description,
    fields: (t) => definedFields(t as FieldBuilder, definition, isRequired),
  }) as unknown as AnyInput;
}

/** Like `createInput`, with the ID and the optional `updatedAt` precondition of an update. */
export function updateInput(
  name: string,
  definition: Definition,
  description: string,
  idName = 'id',
): AnyInput {
  return builder.inputType(name, {
    description,
    fields: (t) => ({
      [idName]: t.id({ required: true, description: 'The global ID or integer ID of the resource.' }),
      ...definedFields(t as FieldBuilder, definition),
      updatedAt: t.field({
        type: 'DateTime',
        description:
          'If set, returns a `ConflictError` unless the resource’s `updatedAt` still has this value.',
      }),
    }),
  }) as unknown as AnyInput;
}

type FieldBuilder = PothosSchemaTypes.InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

const isRequired = (schema: z.ZodType): boolean => schema.def.type !== 'optional';

function definedFields(
  t: FieldBuilder,
  definition: Definition,
  requires: (schema: z.ZodType) => boolean = () => false,
): InputFieldMap {
  const fields = fieldsOf(t, shapeOf(definition.fields), requires);
  if (!definition.keepsUnknown) return fields;
  return {
    ...fields,
    extra: t.field({
      type: 'JSONObject',
      description: 'Further fields to store with the resource. They are returned unchanged.',
    }),
  };
}

function inputType(name: string, description: string, shape: Record<string, z.ZodType>): AnyInput {
  return builder.inputType(name, {
    description,
    // Shared by creations and updates, which change parts of it: the domain says what is missing.
    fields: (t) => fieldsOf(t as FieldBuilder, shape, () => false),
  }) as unknown as AnyInput;
}

function fieldsOf(
  t: FieldBuilder,
  shape: Record<string, z.ZodType>,
  requires: (schema: z.ZodType) => boolean,
): InputFieldMap {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      t.field({
        type: typeOf(name, schema) as 'String',
        required: requires(schema),
        description: describe(name, schema),
      }),
    ]),
  );
}

function typeOf(name: string, schema: z.ZodType): unknown {
  const { kind, of } = traitOf(schema);
  if (kind) return SCALARS[kind];
  const inner = unwrap(schema);
  switch (inner.def.type) {
    case 'array':
      return [typeOf(name, (inner as z.ZodArray<z.ZodType>).element)];
    case 'object': {
      const typeName = `${of ?? name}Input`;
      const known = nested.get(typeName);
      if (known) return known;
      const made = inputType(typeName, `The fields of a nested ${of ?? name} object.`, shapeOf(inner));
      nested.set(typeName, made);
      return made;
    }
    case 'boolean':
      return 'Boolean';
    case 'number': {
      const { format, maxValue } = inner as z.ZodNumber;
      if (!format?.includes('int')) return 'Decimal';
      return (maxValue ?? Number.POSITIVE_INFINITY) <= MAX_INT ? 'Int' : 'SafeInt';
    }
    default:
      return 'String';
  }
}

function describe(name: string, schema: z.ZodType): string {
  if (schema.description) return schema.description;
  const inner = unwrapOnce(schema);
  if (inner === schema) throw new Error(`Input field ${name} has no description.`);
  return describe(name, inner);
}
