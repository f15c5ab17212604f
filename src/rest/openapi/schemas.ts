import { z } from 'zod';
import { withArticle } from '../../platform/text/words.ts';
import type { Trait } from '../../resources/define/fields.ts';
import type { InputDefinition } from '../../resources/define/input.ts';

/** JSON Schema as used in OpenAPI 3.1. */
export type Schema = { [keyword: string]: unknown };

type Definition = InputDefinition<z.ZodRawShape>;

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/**
 * Any JSON value. It has a name, so that generated types can define it, and no parts: TypeScript refuses the property of an
 * interface that contains itself in an array, which generators make of a recursive schema (TS2502).
 */
export const JSON_VALUE = ref('Json');
export const JSON_SCHEMA: Schema = { description: 'Any JSON value.' };

const FORMATS: Partial<Record<NonNullable<Trait['kind']>, Schema>> = {
  url: { format: 'uri' },
  instant: { format: 'date-time' },
  json: JSON_VALUE,
};

/**
 * Returns the schema of a body, from the definition that validates it. Unknown fields are accepted, and either ignored
 * or stored. An optional field can be null if a response can contain null, so that a response can be sent back.
 */
export function inputSchema(definition: Definition, options: { description: string }): Schema {
  return { description: options.description, ...withNulls(schemaOf(definition.fields)) };
}

/**
 * Returns the schema of a response: the fields of the input without their limits, between `id` and the additional
 * fields. All are present, and optional input fields can be null.
 */
export function answerSchema(
  definition: Definition,
  options: {
    description: string;
    more?: Record<string, Schema>;
    /** Fields of the input that the response lacks. */
    without?: readonly string[];
    /** Fields that only some responses have. */
    optional?: readonly string[];
  },
): Schema {
  const { description, more = {}, without = [], optional = [] } = options;
  const { properties = {}, required = [] } = withNulls(withoutLimits(schemaOf(definition.fields, true))) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const fields = Object.entries(properties).filter(([name]) => !without.includes(name));
  const { id = ID, ...others } = more;
  const shape = { id, ...Object.fromEntries(fields), ...others };
  const names = [...required, ...Object.keys(more)].filter(
    (name) => !without.includes(name) && !optional.includes(name),
  );
  return { description, type: 'object', properties: shape, required: ['id', ...new Set(names)].sort() };
}

/** Returns the JSON Schema of any value type of the domain. */
function schemaOf(type: z.ZodType, isAnswer = false): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (isAnswer) openEnum(jsonSchema as Schema);
      tidy(jsonSchema as Schema);
    },
  });
  return withoutUndocumented(schema as Schema);
}

/** Removes the fields of the domain that REST's documents do not have. */
function withoutUndocumented(schema: Schema): Schema {
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (!properties) return withParts(schema, withoutUndocumented);
  const documented = Object.entries(properties).filter(([, part]) => part.undocumented !== true);
  return withParts({ ...schema, properties: Object.fromEntries(documented) }, withoutUndocumented);
}

const OLDER_VALUE: Schema = {
  type: 'string',
  description: 'Another value, of a row that was stored before the others were the only ones.',
};

/** An answer can have an older value, so its enum only names the values of today. */
function openEnum(schema: Schema): void {
  const { enum: values, hasOlderValues } = schema;
  if (!hasOlderValues || !values) return;
  delete schema.enum;
  delete schema.type;
  schema.anyOf = [{ type: 'string', enum: values }, OLDER_VALUE];
}

/** Converts traits to formats, and removes what only makes error messages more exact. */
function tidy(schema: Schema): void {
  const { kind, of, anyOf, pattern, maximum, minimum } = schema as Schema & Trait & { anyOf?: Schema[] };
  delete schema.kind;
  delete schema.of;
  delete schema.enumType;
  delete schema.graphql;
  delete schema.hasOlderValues;
  if (kind && !(kind === 'json' && schema.type)) Object.assign(schema, FORMATS[kind]);
  if (kind === 'id')
    Object.assign(schema, { description: schema.description ?? `The ID of ${withArticle(String(of))}.` });
  // A text that can be empty: the empty text needs no schema.
  const [empty, text] = anyOf ?? [];
  if (anyOf?.length === 2 && empty?.const === '' && text) {
    delete schema.anyOf;
    Object.assign(schema, text, { minLength: 0 });
  }
  if (typeof pattern === 'string' && pattern.startsWith('^[^\\u0000')) delete schema.pattern;
  if (maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (minimum === -Number.MAX_SAFE_INTEGER) delete schema.minimum;
}

const LIMITS = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'minItems', 'pattern']);

/** Removes limits, which apply to requests but not to responses. */
function withoutLimits(schema: Schema): Schema {
  return withParts(
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !LIMITS.has(keyword))),
    withoutLimits,
  );
}

/** Lets optional values be null, at every depth. */
function withNulls(schema: Schema): Schema {
  const required = (schema.required ?? []) as string[];
  return withParts(schema, (part, name) =>
    name === undefined || required.includes(name) ? withNulls(part) : orNull(withNulls(part)),
  );
}

/** Returns a schema after changing its items, or each of its properties. */
function withParts(schema: Schema, change: (part: Schema, name?: string) => Schema): Schema {
  if (schema.items) return { ...schema, items: change(schema.items as Schema) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties as Record<string, Schema>);
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, part]) => [name, change(part, name)])),
  };
}

export function orNull({ description, ...schema }: Schema): Schema {
  const text = description === undefined ? {} : { description };
  if (Object.keys(schema).length === 0) return text;
  return { ...text, anyOf: [schema, { type: 'null' }] };
}

export const ID: Schema = { type: 'integer', minimum: 1, description: 'The ID of the resource.' };

/**
 * Additional properties of a line or native object. `x-kept-field` lets a checker distinguish them from leaked fields.
 */
export const PASSTHROUGH_FIELD: Schema = {
  ...JSON_VALUE,
  description: 'A field that this document does not describe. It is stored and returned as it was sent.',
  'x-kept-field': true,
};
export const UPDATED_AT: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'The time of the last change. Strictly increases with every change.',
};

export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
export const integer = (description: string, more: Schema = {}): Schema => ({
  type: 'integer',
  description,
  ...more,
});
export const boolean = (description: string): Schema => ({ type: 'boolean', description });
export const arrayOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  ...(description !== undefined && { description }),
  items,
});
/** All properties are required, except those listed as optional. */
export function objectOf(
  properties: Record<string, Schema>,
  options: { description?: string; optional?: readonly string[] } = {},
): Schema {
  const { description, optional = [] } = options;
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { ...(description !== undefined && { description }), type: 'object', properties, required };
}
