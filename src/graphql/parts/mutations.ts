import type { InputRef, ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { apart, runTogether } from '../../domain/bulk.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { InputDefinition } from '../../domain/input.ts';
import { spaced, withArticle } from '../../domain/words.ts';
import { recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import { badArgument, VALIDATE_ONLY } from './arguments.ts';
import { inputId, withIds } from './ids.ts';
import { createInput, updateInput } from './inputs.ts';
import { resultUnion } from './mutation-result.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Definition = InputDefinition<z.ZodRawShape>;
type Input = Record<string, unknown>;

/** Most items of one bulk mutation. */
const MAX_ITEMS = 500;

/** Every mutation of one resource looks the same: `createX(input, validateOnly)` → `CreateXResult`. */
interface Mutation<Row> {
  /** The resource's type name: `Advertiser`. */
  readonly resource: string;
  readonly type: ObjectRef<Types, Row>;
  readonly definition: Definition;
  /** Reads the row back with what the caller selects of it; the query is Pothos' own. */
  readonly find: (call: {
    ctx: DomainContext;
    where: { id: number | { in: number[] } };
    query: object;
  }) => Promise<Row[]>;
  /** Adds `createXs(inputs)`, which answers item by item in order. */
  readonly bulk?: boolean;
}

export function createMutation<Row extends { id: number }>(
  mutation: Mutation<Row> & {
    run: (call: { ctx: DomainContext; input: unknown }) => Promise<{ id: number }>;
  },
): void {
  const { resource, definition, run } = mutation;
  write({
    ...mutation,
    verb: 'Create',
    description: `Creates ${withArticle(spaced(resource))}.`,
    input: createInput(`Create${resource}Input`, definition, `The input of \`create${resource}\`.`),
    prepare: (input) => {
      const decoded = inputOf(definition, input);
      return (ctx) => run({ ctx, input: decoded });
    },
  });
}

export function updateMutation<Row extends { id: number }>(
  mutation: Mutation<Row> & {
    run: (call: {
      ctx: DomainContext;
      id: number;
      input: unknown;
      unchangedSince: Date | undefined;
    }) => Promise<{ id: number }>;
  },
): void {
  const { resource, definition, run } = mutation;
  write({
    ...mutation,
    verb: 'Update',
    description: `Updates ${withArticle(spaced(resource))}. Fields that are not in the input stay unchanged.`,
    input: updateInput(`Update${resource}Input`, definition, `The input of \`update${resource}\`.`),
    prepare: ({ id: given, updatedAt, ...input }) => {
      const id = inputId(resource, String(given), 'id');
      const decoded = inputOf(definition, input);
      const unchangedSince = (updatedAt as Date | null) ?? undefined;
      return (ctx) => run({ ctx, id, input: decoded, unchangedSince });
    },
  });
}

/** The input as REST would send it: ids as numbers, and what stands in `extra` beside the known fields. */
function inputOf(definition: Definition, input: Input): unknown {
  const { extra, ...fields } = withIds(input, definition.fields) as Input;
  if (!definition.keepsUnknown) return extra === undefined ? fields : { ...fields, extra };
  return { ...(extra as Input | null | undefined), ...fields };
}

function write<Row extends { id: number }>(
  options: Mutation<Row> & {
    verb: 'Create' | 'Update';
    description: string;
    input: InputRef<Input>;
    /** Reads the ids of one input; the answer runs the verb. */
    prepare: (input: Input) => (ctx: DomainContext) => Promise<{ id: number }>;
  },
): void {
  const { resource, verb, description, type, input, prepare, find, bulk = false } = options;
  const field = resource.charAt(0).toLowerCase() + resource.slice(1);
  const name = `${verb.toLowerCase()}${resource}`;
  const result = resultUnion({ resource, verb, type });

  /** Verbs and the reading back of their rows in one transaction, so that a dry run shows them too. */
  const perform = (options: {
    ctx: DomainContext;
    validateOnly: boolean | null | undefined;
    info: GraphQLResolveInfo;
    inputs: readonly Input[];
  }): Promise<unknown[]> => {
    const { info, inputs, validateOnly } = options;
    return runTogether({
      ctx: { ...options.ctx, validateOnly: validateOnly ?? false },
      items: inputs,
      run: async (inner, one) => {
        const { ctx, changes } = recording(inner, validateOnly);
        const { id } = await prepare(one)(ctx);
        return { id, changes };
      },
      finish: async (inner, written) => {
        const ids = written.flatMap((one) => ('id' in one ? [one.id] : []));
        const query = queryFromInfo({ context: options.ctx, info, path: [field] });
        const found = ids.length > 0 ? await find({ ctx: inner, where: { id: { in: ids } }, query }) : [];
        const rows = new Map(found.map((row) => [row.id, row]));
        return written.map((one) => {
          if (!('id' in one)) return one;
          const row = rows.get(one.id);
          if (row === undefined) throw new Error(`${name} answered a row that cannot be read.`);
          return { row, changes: one.changes };
        });
      },
    });
  };

  builder.mutationField(name, (t) =>
    t.field({
      type: result,
      description,
      args: {
        input: t.arg({ type: input, required: true, description: 'The input of the mutation.' }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { input, validateOnly }, ctx, info) => {
        const [result] = await perform({ ctx, validateOnly, info, inputs: [input] });
        if (isDomainError(result)) throw result;
        return result;
      },
    }),
  );
  if (!bulk) return;
  builder.mutationField(`${name}s`, (t) =>
    t.field({
      type: [result],
      description: `Runs \`${name}\` for each input. Returns the results in the order of the inputs.`,
      args: {
        inputs: t.arg({ type: [input], required: true, description: `The inputs, at most ${MAX_ITEMS}.` }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { inputs, validateOnly }, ctx, info) => {
        checkCount(inputs);
        const results: unknown[] = [];
        for (const list of apart(inputs, rowOf))
          results.push(...(await perform({ ctx, validateOnly, info, inputs: list })));
        return results;
      },
    }),
  );
}

/** What an update changes: `7` and `Line:7` are the same. */
const rowOf = ({ id }: Input): string | undefined =>
  id === undefined ? undefined : String(id).replace(/^.*:/, '');

/** A refused item stands in its place; anything unexpected fails the whole call. */
export function expectedError(error: unknown): Error {
  if (isDomainError(error)) return error;
  throw error;
}

/** An argument out of its bounds, as a page size would be. */
export function checkCount(inputs: readonly unknown[]): void {
  if (inputs.length <= MAX_ITEMS) return;
  throw badArgument('inputs', `must have at most ${MAX_ITEMS} items`);
}
