import type { InputRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { DomainContext } from '../domain/context.ts';
import type { InputDefinition } from '../domain/input.ts';
import { builder } from './builder.ts';
import { idArgument, withIds } from './ids.ts';
import { createInput, idFields, updateInput } from './inputs.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Definition = InputDefinition<z.ZodRawShape>;

/** Every mutation of one resource looks the same: `createX(input, validateOnly)` → `CreateXResult`. */
interface Mutation<Row> {
  /** The resource's type name: `Advertiser`. */
  readonly resource: string;
  readonly type: ObjectRef<Types, Row>;
  readonly definition: Definition;
}

export function createMutation<Row>(
  mutation: Mutation<Row> & { run: (call: { ctx: DomainContext; input: unknown }) => Promise<Row> },
): void {
  const { resource, definition, run } = mutation;
  const ids = idFields(definition);
  write({
    ...mutation,
    verb: 'Create',
    description: `Creates one ${resource}.`,
    input: createInput(`Create${resource}Input`, definition, `What \`create${resource}\` takes.`),
    run: (ctx, input) => run({ ctx, input: withIds(input, ids) }),
  });
}

export function updateMutation<Row>(
  mutation: Mutation<Row> & {
    run: (call: {
      ctx: DomainContext;
      id: number;
      input: unknown;
      unchangedSince: Date | undefined;
    }) => Promise<Row>;
  },
): void {
  const { resource, definition, run } = mutation;
  const ids = idFields(definition);
  write({
    ...mutation,
    verb: 'Update',
    description: `Changes what the input names of one ${resource} and leaves the rest.`,
    input: updateInput(`Update${resource}Input`, definition, `What \`update${resource}\` takes.`),
    run: (ctx, { id, updatedAt, ...input }) =>
      run({
        ctx,
        id: idArgument(resource, String(id), 'input.id'),
        input: withIds(input, ids),
        unchangedSince: (updatedAt as Date | null) ?? undefined,
      }),
  });
}

function write<Row>(options: {
  resource: string;
  verb: 'Create' | 'Update';
  description: string;
  type: ObjectRef<Types, Row>;
  input: InputRef<Record<string, unknown>>;
  run: (ctx: DomainContext, input: Record<string, unknown>) => Promise<Row>;
}): void {
  const { resource, verb, description, type, input, run } = options;
  const field = resource.charAt(0).toLowerCase() + resource.slice(1);
  const payload = builder.objectRef<{ row: Row }>(`${verb}${resource}Payload`).implement({
    description: `What \`${verb.toLowerCase()}${resource}\` answers when it succeeds.`,
    fields: (t) => ({
      [field]: t.field({
        type: type as ObjectRef<Types, object>,
        description: verb === 'Create' ? 'What was created.' : 'What it is now.',
        resolve: ({ row }) => row as object,
      }),
    }),
  });
  builder.mutationField(`${verb.toLowerCase()}${resource}`, (t) =>
    t.field({
      type: payload,
      description,
      errors: {
        union: {
          name: `${verb}${resource}Result`,
          description: `The payload of \`${verb.toLowerCase()}${resource}\`, or why it was refused.`,
        },
      },
      args: {
        input: t.arg({ type: input, required: true, description: 'Its fields.' }),
        validateOnly: t.arg.boolean({
          defaultValue: false,
          description: 'Run every check and answer the would-be result, but store nothing.',
        }),
      },
      resolve: async (_root, args, ctx) => ({
        row: await run({ ...ctx, validateOnly: args.validateOnly ?? false }, args.input),
      }),
    }),
  );
}
