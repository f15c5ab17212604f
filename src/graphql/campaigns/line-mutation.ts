import type { FieldMap } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { authorizeWrite, type DomainContext } from '../../domain/context.ts';
import type { InputDefinition } from '../../resources/define/input.ts';
import { updateInput } from '../parts/inputs.ts';
import { mutation, type PayloadBuilder, unchangedSince } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { globalId, inputId, withIds } from '../parts/values/ids.ts';
import { Line } from './line.ts';

/**
 * Adds a mutation of something that belongs to a line: `updateX(input, validateOnly)` → `UpdateXResult`. Its input has
 * `lineId`, the definition's fields and the line's `updatedAt` as an optional precondition.
 */
export function lineMutation<Result extends object>(options: {
  readonly name: string;
  readonly description: string;
  readonly definition: InputDefinition<z.ZodRawShape>;
  readonly payload: (t: PayloadBuilder<Result & { lineId: number }>) => FieldMap;
  readonly run: (call: {
    ctx: DomainContext;
    lineId: number;
    input: unknown;
    unchangedSince: Date | undefined;
    info: GraphQLResolveInfo;
  }) => Promise<Result>;
}): void {
  const { name, definition, run } = options;
  mutation<Result & { lineId: number }>({
    name,
    description: options.description,
    input: updateInput(`${capitalized(name)}Input`, definition, `The input of \`${name}\`.`, 'lineId'),
    payload: (t) => ({
      ...options.payload(t),
      line: t.field({
        type: asLoadedType(Line),
        description: 'The line after the change.',
        resolve: async ({ lineId }, _args, ctx, info) => {
          const line = await loadNode(ctx, info, globalId('Line', lineId));
          if (!line) throw new Error('The line is gone.');
          return line;
        },
      }),
    }),
    run: async ({ ctx, info, input: { lineId: given, updatedAt, ...input } }) => {
      authorizeWrite(ctx);
      const lineId = inputId('Line', String(given), 'lineId');
      const changed = withIds(input, definition.fields);
      const result = await run({
        ...{ ctx, info, lineId, input: changed },
        unchangedSince: unchangedSince(updatedAt),
      });
      return { ...result, lineId };
    },
  });
}
