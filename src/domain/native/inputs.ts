import { z } from 'zod';
import { oneOf } from '../fields.ts';
import { defineInput, type InputDefinition } from '../input.ts';
import { READ_ONLY } from './object.ts';

/** The inputs of an object that is created with these fields: any of them changes, and DELETED is a status then. */
export function inputsOf(fields: z.ZodRawShape): Record<'create' | 'update', InputDefinition<z.ZodRawShape>> {
  const status = oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe(
    'The status: `ACTIVE`, `PAUSED` or `DELETED`.',
  );
  return {
    create: defineInput({ fields: z.object(fields), readOnly: READ_ONLY }),
    update: defineInput({ fields: z.object({ ...fields, status }).partial(), readOnly: READ_ONLY }),
  };
}
