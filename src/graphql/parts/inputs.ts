import type { z } from 'zod';
import type { InputDefinition } from '../../resources/define/input.ts';
import {
  graphqlName,
  isListType,
  isNumberType,
  isObjectType,
  type Shape,
  shapeOf,
  traitOf,
  unwrap,
  unwrapOnce,
} from '../../resources/define/schemas.ts';
import {
  type AnyInput,
  type AnyInputType,
  type ElementType,
  type InputFieldBuilder,
  type InputFields,
  inputObject,
} from './input-object.ts';
import { enumOf } from './values/enums.ts';

/**
 * GraphQL input types generated from the domain's input definitions, so that all interfaces accept the same names. What
 * is required on creation is required here, too; an update requires only its ID.
 */
type Definition = InputDefinition<z.ZodRawShape>;

const MAX_INT = 2_147_483_647;
const SCALARS = {
  url: 'URL',
  currency: 'Currency',
  timezone: 'TimeZone',
  instant: 'DateTime',
  day: 'Date',
  flag: 'Boolean',
  json: 'JSON',
  id: 'ID',
} as const;

const nested = new Map<string, { shape: Shape; made: AnyInput }>();

export const createInput = (
  name: string,
  definition: Definition,
  description: string,
  /** Fields that GraphQL requires although the domain has a default for them. */
  also: readonly string[] = [],
): AnyInput =>
  inputObject(name, description, (t) =>
    definedFields(t, definition, (field, schema) => also.includes(field) || isRequired(field, schema)),
  );

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

type Requires = (name: string, schema: z.ZodType) => boolean;

const isRequired: Requires = (_name, schema) => schema.def.type !== 'optional';

function definedFields(
  t: InputFieldBuilder,
  definition: Definition,
  requires: Requires = () => false,
): InputFields {
  const fields = fieldsOf(t, shapeOf(definition.fields), requires);
  if (!definition.keepsUnknown) return fields;
  return {
    ...fields,
    extra: t.field({
      type: 'JSONObject',
      description:
        'Further fields to store with the resource. They are merged with the stored ones by name, and returned unchanged, null too.',
    }),
  };
}

function fieldsOf(t: InputFieldBuilder, shape: Shape, requires: Requires): InputFields {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      graphqlName(name, schema),
      t.field({
        type: typeOf(name, schema),
        required: requires(name, schema),
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
  const { kind, of, enumType } = traitOf(schema);
  if (enumType) return enumOf(enumType);
  if (kind && kind !== 'enum') return SCALARS[kind];
  const inner = unwrap(schema);
  if (isObjectType(inner)) return nestedInput(of ?? name, inner.shape);
  if (isNumberType(inner)) {
    const { format, maxValue } = inner;
    if (!format?.includes('int')) return 'Decimal';
    return (maxValue ?? Number.POSITIVE_INFINITY) <= MAX_INT ? 'Int' : 'SafeInt';
  }
  if (inner.def.type === 'enum') throw new Error(`The words of input field ${name} have no enum.`);
  return inner.def.type === 'boolean' ? 'Boolean' : 'String';
}

/** What the domain requires is required here, too, so an object that can be updated partially has another type name. */
function nestedInput(of: string, shape: Shape): AnyInput {
  const name = `${of}Input`;
  const known = nested.get(name);
  if (known && !haveSameFields(known.shape, shape)) throw new Error(`Two inputs have the name ${name}.`);
  if (known) return known.made;
  const made = inputObject(name, `The fields of a nested ${of} object.`, (t) =>
    fieldsOf(t, shape, isRequired),
  );
  nested.set(name, { shape, made });
  return made;
}

const haveSameFields = (one: Shape, other: Shape): boolean => {
  const requiredOf = (shape: Shape) =>
    Object.entries(shape)
      .map(([name, schema]) => `${name}${isRequired(name, schema) ? '!' : ''}`)
      .sort();
  return requiredOf(one).join() === requiredOf(other).join();
};

function describe(name: string, schema: z.ZodType): string {
  if (schema.description) return schema.description;
  const inner = unwrapOnce(schema);
  if (inner === schema) throw new Error(`Input field ${name} has no description.`);
  return describe(name, inner);
}
