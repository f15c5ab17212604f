import type { z } from 'zod';
import type { InputDefinition } from '../../domain/input.ts';
import {
  isListType,
  isNumberType,
  isObjectType,
  type Shape,
  shapeOf,
  traitOf,
  unwrap,
  unwrapOnce,
} from '../../domain/schemas.ts';
import {
  type AnyInput,
  type AnyInputType,
  type ElementType,
  type InputFieldBuilder,
  type InputFields,
  inputObject,
} from './input-object.ts';

/**
 * GraphQL input types generated from the domain's input definitions, so that all interfaces accept the same
 * names. What a creation requires is required here, too; an update requires nothing but its ID.
 */
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

export const createInput = (name: string, definition: Definition, description: string): AnyInput =>
  inputObject(name, description, (t) => definedFields(t, definition, isRequired));

/** Like `createInput`, with the ID and the optional `updatedAt` precondition of an update. */
export const updateInput = (
  name: string,
  definition: Definition,
  description: string,
  idName = 'id',
): AnyInput =>
  inputObject(name, description, (t) => ({
    [idName]: idField(t),
    ...definedFields(t, definition),
    updatedAt: preconditionField(t),
  }));

export const idField = (t: InputFieldBuilder) =>
  t.id({ required: true, description: 'The global ID or integer ID of the resource.' });

export const preconditionField = (t: InputFieldBuilder) =>
  t.field({
    type: 'DateTime',
    description: 'If set, returns a `ConflictError` unless the resource’s `updatedAt` still has this value.',
  });

const isRequired = (schema: z.ZodType): boolean => schema.def.type !== 'optional';

function definedFields(
  t: InputFieldBuilder,
  definition: Definition,
  requires: (schema: z.ZodType) => boolean = () => false,
): InputFields {
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

function fieldsOf(t: InputFieldBuilder, shape: Shape, requires: (schema: z.ZodType) => boolean): InputFields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      t.field({
        type: typeOf(name, schema),
        required: requires(schema),
        description: describe(name, schema),
      }),
    ]),
  );
}

function typeOf(name: string, schema: z.ZodType): AnyInputType {
  const inner = unwrap(schema);
  const { kind } = traitOf(schema);
  if (!kind && isListType(inner)) return [elementType(name, inner.element)];
  return elementType(name, schema);
}

function elementType(name: string, schema: z.ZodType): ElementType {
  const { kind, of } = traitOf(schema);
  if (kind) return SCALARS[kind];
  const inner = unwrap(schema);
  if (isObjectType(inner)) return nestedInput(of ?? name, inner.shape);
  if (isNumberType(inner)) {
    const { format, maxValue } = inner;
    if (!format?.includes('int')) return 'Decimal';
    return (maxValue ?? Number.POSITIVE_INFINITY) <= MAX_INT ? 'Int' : 'SafeInt';
  }
  return inner.def.type === 'boolean' ? 'Boolean' : 'String';
}

/** Shared by creations and updates, which change parts of it: the domain says what is missing. */
function nestedInput(of: string, shape: Shape): AnyInput {
  const name = `${of}Input`;
  const known = nested.get(name);
  if (known) return known;
  const made = inputObject(name, `The fields of a nested ${of} object.`, (t) =>
    fieldsOf(t, shape, () => false),
  );
  nested.set(name, made);
  return made;
}

function describe(name: string, schema: z.ZodType): string {
  if (schema.description) return schema.description;
  const inner = unwrapOnce(schema);
  if (inner === schema) throw new Error(`Input field ${name} has no description.`);
  return describe(name, inner);
}
