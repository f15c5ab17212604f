import { arrayOf, JSON_VALUE, ref, type Schema } from '../../openapi/schemas.ts';

/** What a path takes or returns, for the OpenAPI document. */
export interface Shape {
  readonly schema: Schema;
  readonly example: unknown;
}

/** An object with a name in the document. */
export interface NamedShape extends Shape {
  readonly name: string;
  readonly fields: Schema;
}

export const shape = (name: string, example: object, fields: Schema): NamedShape => ({
  name,
  schema: ref(name),
  fields,
  example,
});

export const listOf = ({ schema, example }: Shape): Shape => ({
  schema: arrayOf(schema),
  example: [example],
});

/** An empty list, and what no caller gets. */
export const NOTHING: Shape = { schema: arrayOf(JSON_VALUE), example: [] };
export const NEVER: Shape = { schema: JSON_VALUE, example: null };

/** The body of a create: some fields of the object, of which these are required. Others are kept or named as ignored. */
export function bodyOf(
  { name, fields, example }: NamedShape,
  taken: readonly string[],
  options: { required?: readonly string[] } = {},
): Shape {
  const { required = [] } = options;
  const pick = (object: unknown) =>
    Object.fromEntries(Object.entries(object as object).filter(([field]) => taken.includes(field)));
  return {
    schema: {
      description: `The fields of a ${name} to set.`,
      type: 'object',
      properties: pick(fields.properties),
      ...(required.length > 0 && { required }),
      additionalProperties: JSON_VALUE,
    },
    example: pick(example),
  };
}
