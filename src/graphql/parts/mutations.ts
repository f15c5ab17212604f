import type { FieldMap, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { MAX_REPEATS, runBatch, runInRounds } from '../../domain/campaigns/bulk.ts';
import { authorizeWrite, type DomainContext } from '../../domain/context.ts';
import type { DomainError } from '../../domain/errors.ts';
import { spaced, withArticle } from '../../platform/text/words.ts';
import { type InputDefinition, isRecord } from '../../resources/define/input.ts';
import { type Recorded, recording } from '../account/field-change.ts';
import type { builder } from '../builder.ts';
import type { ErrorOfSome } from '../expected-errors.ts';
import { withGraphqlNames } from './field-names.ts';
import type { AnyInput, Input } from './input-object.ts';
import { createInput, updateInput } from './inputs.ts';
import { bulkMutation, mutation, type PayloadBuilder, unchangedSince } from './mutation.ts';
import { uncapitalized } from './names.ts';
import { readBack, reloading, shownRow, type Written, writtenRow } from './read-back.ts';
import { inputId, withIds } from './values/ids.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Definition = InputDefinition<z.ZodRawShape>;

/** The mutations of all resources have the same form: `createX(input, validateOnly)` → `CreateXResult`. */
interface ResourceMutation {
  /** The type name of the resource, such as `Advertiser`. */
  readonly resource: string;
  readonly type: ObjectRef<Types, object>;
  readonly definition: Definition;
  /** Adds `createXs(inputs)`, which returns a result per item, in order. */
  readonly bulk?: boolean;
  /** Expected errors that only this mutation has. */
  readonly errors?: readonly ErrorOfSome[];
  /** How long its verb waits for rows that others have locked, see `inTransaction`. */
  readonly lockWaitMs?: number;
}

export function createMutation(
  options: ResourceMutation & {
    /** Fields that GraphQL requires although the domain has a default for them. */
    requires?: readonly string[];
    run: (call: { ctx: DomainContext; input: unknown }) => Promise<{ id: number }>;
  },
): void {
  const { resource, definition, requires, run } = options;
  write({
    ...options,
    verb: 'Create',
    description: `Creates ${withArticle(spaced(resource))}.`,
    input: createInput(`Create${resource}Input`, definition, `The input of \`create${resource}\`.`, requires),
    prepare: (input) => {
      const decoded = inputOf(definition, input);
      return (ctx) => withGraphqlNames(definition, () => run({ ctx, input: decoded }));
    },
  });
}

export function updateMutation(
  options: ResourceMutation & {
    run: (call: {
      ctx: DomainContext;
      id: number;
      input: unknown;
      unchangedSince: Date | undefined;
    }) => Promise<{ id: number }>;
  },
): void {
  const { resource, definition, run } = options;
  write({
    ...options,
    verb: 'Update',
    description: `Updates ${withArticle(spaced(resource))}. Fields that are not in the input stay unchanged.`,
    input: updateInput(`Update${resource}Input`, definition, `The input of \`update${resource}\`.`),
    prepare: ({ id: given, updatedAt, ...input }) => {
      const id = inputId(resource, String(given), 'id');
      const decoded = inputOf(definition, input);
      const refused = definition.keepsUnknown && input.extra === null ? [NULL_EXTRA] : [];
      return (ctx) =>
        withGraphqlNames(definition, () =>
          run({
            ctx: { ...ctx, refusedFields: [...ctx.refusedFields, ...refused] },
            id,
            input: decoded,
            unchangedSince: unchangedSince(updatedAt),
          }),
        );
    },
  });
}

/** Further fields are merged, and their object is never null. */
const NULL_EXTRA = { path: 'extra', reason: 'must not be null. Set the fields in it to null instead' };

/** Returns the input as REST would send it: IDs as numbers, and the fields of `extra` next to the known ones. */
function inputOf(definition: Definition, input: Input): unknown {
  const decoded = withIds(input, definition.fields);
  if (!definition.keepsUnknown || !isRecord(decoded)) return decoded;
  const { extra, ...fields } = decoded;
  return isRecord(extra) ? { ...extra, ...fields } : fields;
}

function write(
  options: ResourceMutation & {
    verb: 'Create' | 'Update';
    description: string;
    input: AnyInput;
    /** Converts the IDs of one input. Returns a function that runs the verb. */
    prepare: (input: Input) => (ctx: DomainContext) => Promise<{ id: number }>;
  },
): void {
  const {
    resource,
    verb,
    description,
    type,
    input,
    prepare,
    bulk = false,
    errors = [],
    lockWaitMs,
  } = options;
  const name = `${verb.toLowerCase()}${resource}`;

  /** Runs verbs and reads back their rows in one transaction, so that a dry run returns them, too. */
  const perform = (
    { ctx, info }: { ctx: DomainContext; info: GraphQLResolveInfo },
    inputs: readonly Input[],
  ): Promise<((Written & Recorded) | DomainError)[]> =>
    runBatch({
      ...{ ctx, lockWaitMs },
      items: inputs,
      run: async (inner, one) => {
        // Before the input is converted: whoever may not write learns nothing else.
        authorizeWrite(inner);
        const { ctx: own, changes } = recording(inner, ctx.validateOnly);
        const { id } = await prepare(one)(own);
        return { id, changes };
      },
      finish: async (inner, written) => {
        const ids = written.map(({ id }) => id);
        const rows = await readBack({ ctx: inner, info, resource, ids });
        return written.map(({ id, changes }) => ({ ...writtenRow(rows, id), changes }));
      },
    });

  const result = { name, errors, reload: reloading(resource), ...rowPayload({ resource, verb, type }) };
  mutation({
    ...result,
    description,
    input,
    run: async (call) => {
      const [written] = await perform(call, [call.input]);
      if (!written || written instanceof Error) throw written;
      return written;
    },
  });
  if (!bulk) return;
  const bound = verb === 'Update' ? ` The same ID can appear at most ${MAX_REPEATS} times.` : '';
  bulkMutation({
    ...result,
    description: `Runs \`${name}\` for each input. Returns the results in the order of the inputs.${bound}`,
    input,
    run: (call) => runInRounds({ items: call.inputs, keyOf: rowOf, run: (inputs) => perform(call, inputs) }),
  });
}

/** Returns the row that an update changes: `7` and `Line:7` are the same. */
const rowOf = ({ id }: Input): string | undefined =>
  id === undefined ? undefined : String(id).replace(/^.*:/, '');

/** Defines the payload of a write: the row in a field named after its resource. */
export function rowPayload(options: {
  resource: string;
  verb: 'Create' | 'Update' | 'Delete';
  type: ObjectRef<Types, object>;
}): { payload: (t: PayloadBuilder<Written>) => FieldMap } {
  const { resource, verb, type } = options;
  return {
    payload: (t) => ({
      [uncapitalized(resource)]: t.field({
        type,
        description: verb === 'Create' ? 'The created resource.' : 'The resource after the change.',
        resolve: ({ row }, _args, _ctx, info) => shownRow(row, info),
      }),
    }),
  };
}
