import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { builder } from '../builder.ts';

/** Output types for values that are stored as JSON, generated from the definition that validated them. */
export function jsonObject(
  name: string,
  description: string,
  schema: z.ZodType,
): ObjectRef<(typeof builder)['$inferSchemaTypes'], Record<string, unknown>> {
  const ref = builder.objectRef<Record<string, unknown>>(name);
  ref.implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(shapeOf(schema)).map(([field, part]) => [
          field,
          t.field({
            type: innermost(part).def.type === 'boolean' ? 'Boolean' : 'String',
            nullable: true,
            description: part.description ?? field,
            resolve: (value) => (value[field] ?? null) as string | null,
          }),
        ]),
      ),
  });
  return ref;
}

function innermost(schema: z.ZodType): z.ZodType {
  const { type } = schema.def;
  return type === 'optional' || type === 'nullable'
    ? innermost((schema as z.ZodOptional<z.ZodType>).unwrap())
    : schema;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  return (innermost(schema) as z.ZodObject<Record<string, z.ZodType>>).shape;
}
