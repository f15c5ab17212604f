import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { shapeOf, unwrap } from '../../resources/define/schemas.ts';
import { builder } from '../builder.ts';

type Json = Readonly<Record<string, string | boolean | null>>;

/** Defines output types for values stored as JSON, generated from the definition that validated them. */
export function jsonObject(
  name: string,
  description: string,
  schema: z.ZodType,
): ObjectRef<(typeof builder)['$inferSchemaTypes'], Json> {
  return builder.objectRef<Json>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(shapeOf(unwrap(schema))).map(([field, part]) => [
          field,
          t.field({
            type: unwrap(part).def.type === 'boolean' ? 'Boolean' : 'String',
            nullable: true,
            description: part.description ?? field,
            resolve: (value) => value[field] ?? null,
          }),
        ]),
      ),
  });
}
