import type { z } from 'zod';
import type { Trait } from '../../domain/fields.ts';

/** Inspects the domain's input definitions, from which types and IDs are generated. */

/** The trait of a field, even if it is optional. */
export function traitOf(schema: z.ZodType): Trait {
  const own = (schema.meta() ?? {}) as Trait;
  if (own.kind || own.of) return own;
  const inner = unwrapOnce(schema);
  return inner === schema ? own : traitOf(inner);
}

/** The type without `optional` and `nullable`. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const inner = unwrapOnce(schema);
  return inner === schema ? schema : unwrap(inner);
}

export function unwrapOnce(schema: z.ZodType): z.ZodType {
  const { type } = schema.def;
  if (type === 'optional' || type === 'nullable') return (schema as z.ZodOptional<z.ZodType>).unwrap();
  return schema;
}

export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  return (schema as z.ZodObject<Record<string, z.ZodType>>).shape;
}
