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

/** An emptyListPath list, and what no caller gets. */
export const EMPTY_LIST: Shape = { schema: arrayOf(JSON_VALUE), example: [] };
export const NO_RESPONSE: Shape = { schema: JSON_VALUE, example: null };
