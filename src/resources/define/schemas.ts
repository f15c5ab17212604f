import type { z } from 'zod';
import type { Trait } from './fields.ts';

/** Zod declares inner schemas as its widest type; these functions narrow them. */

export type Shape = Record<string, z.ZodType>;

export const isObjectType = (schema: z.ZodType): schema is z.ZodObject<Shape> => schema.def.type === 'object';

export const isListType = (schema: z.ZodType): schema is z.ZodArray<z.ZodType> => schema.def.type === 'array';

export const isNumberType = (schema: z.ZodType): schema is z.ZodNumber => schema.def.type === 'number';

const isTextType = (schema: z.ZodType): schema is z.ZodString => schema.def.type === 'string';

const isUnionType = (schema: z.ZodType): schema is z.ZodUnion<readonly z.ZodType[]> =>
  schema.def.type === 'union';

const isOptionalOrNullable = (
  schema: z.ZodType,
): schema is z.ZodOptional<z.ZodType> | z.ZodNullable<z.ZodType> =>
  schema.def.type === 'optional' || schema.def.type === 'nullable';

/** Removes the outermost `optional` or `nullable`. */
export const unwrapOnce = (schema: z.ZodType): z.ZodType =>
  isOptionalOrNullable(schema) ? schema.unwrap() : schema;

/** Removes all `optional` and `nullable`. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const inner = unwrapOnce(schema);
  return inner === schema ? schema : unwrap(inner);
}

/** Returns the fields of an object. Empty for any other type. */
export const shapeOf = (schema: z.ZodType): Shape => (isObjectType(schema) ? schema.shape : {});

/** Returns the trait of a field, even if it is optional. */
export function traitOf(schema: z.ZodType): Trait {
  const own = schema.meta() ?? {};
  if (own.kind || own.of) return own;
  const inner = unwrapOnce(schema);
  return inner === schema ? own : traitOf(inner);
}

/** GraphQL's name of a field. */
export function graphqlName(name: string, schema: z.ZodType): string {
  const own = schema.meta()?.graphql;
  if (own !== undefined) return own;
  const inner = unwrapOnce(schema);
  return inner === schema ? name : graphqlName(name, inner);
}

/** The maximum length of a text; undefined if it has no limit or is no text. */
export function maxLength(schema: z.ZodType): number | undefined {
  const inner = unwrap(schema);
  if (isUnionType(inner)) {
    const lengths = inner.options.map(maxLength).filter((length) => length !== undefined);
    return lengths.length > 0 ? Math.max(...lengths) : undefined;
  }
  return isTextType(inner) ? (inner.maxLength ?? undefined) : undefined;
}

/** The maximum number of items that a list takes. */
export function maxItems(list: z.ZodArray<z.ZodType>): number {
  const { maximum } = list._zod.bag;
  return typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
}
