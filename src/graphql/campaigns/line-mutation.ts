import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { DomainContext } from '../../domain/context.ts';
import type { InputDefinition } from '../../domain/input.ts';
import { findLines } from '../../domain/line/find.ts';
import { addChanges, type Recorded, recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { inputId, withIds } from '../parts/ids.ts';
import { updateInput } from '../parts/inputs.ts';
import { Line } from './line.ts';

/**
 * A mutation of what belongs to a line: `updateX(input, validateOnly)` → `UpdateXResult`. Its input has
 * `lineId`, the definition's fields and the line's `updatedAt` as an optional precondition.
 */
export function lineMutation<Result extends object>(mutation: {
  /** `Targeting` of `updateTargeting`. */
  readonly name: string;
  readonly description: string;
  readonly definition: InputDefinition<z.ZodRawShape>;
  readonly payload: ObjectRef<(typeof builder)['$inferSchemaTypes'], Result>;
  readonly run: (call: {
    ctx: DomainContext;
    lineId: number;
    input: unknown;
    unchangedSince: Date | undefined;
  }) => Promise<Result>;
}): void {
  const { name, description, definition, run } = mutation;
  const payload = mutation.payload as unknown as ObjectRef<
    (typeof builder)['$inferSchemaTypes'],
    Recorded & { readonly lineId: number }
  >;
  addChanges(payload);
  builder.objectField(payload, 'line', (t) =>
    t.prismaField({
      type: Line,
      description: 'The line after the change.',
      resolve: async (query, { lineId }, _args, ctx) => {
        const [line] = await findLines({ ctx, query, where: { id: lineId } });
        if (!line) throw new Error('The line is gone.');
        return line;
      },
    }),
  );
  const field = `update${name}`;
  const type = updateInput(`Update${name}Input`, definition, `The input of \`${field}\`.`, 'lineId');
  builder.mutationField(field, (t) =>
    t.field({
      type: builder.errorUnion(`Update${name}Result`, {
        description: `The result of \`${field}\`: its payload or a typed error.`,
        types: [payload],
        resolveType: () => payload,
      }),
      description,
      args: {
        input: t.arg({ type, required: true, description: 'The input of the mutation.' }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { input: { lineId, updatedAt, ...input }, validateOnly }, context) => {
        const { ctx, changes } = recording(context, validateOnly);
        const id = inputId('Line', String(lineId), 'lineId');
        const result = await run({
          ctx,
          lineId: id,
          input: withIds(input, definition.fields),
          unchangedSince: (updatedAt as Date | null) ?? undefined,
        });
        return { ...result, changes, lineId: id };
      },
    }),
  );
}
