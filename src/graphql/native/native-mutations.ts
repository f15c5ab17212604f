import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { type DomainContext, inTransaction } from '../../domain/context.ts';
import type { BatchResult } from '../../domain/native/batch/batch.ts';
import { createObjects } from '../../domain/native/batch/create-objects.ts';
import { deleteObject } from '../../domain/native/batch/delete-object.ts';
import type { NativeObject, NativeRow } from '../../domain/native/batch/object.ts';
import { onlyRow, refusalOf } from '../../domain/native/batch/one-object.ts';
import { LOCK_WAIT } from '../../domain/native/batch/store.ts';
import { updateObjects } from '../../domain/native/batch/update-objects.ts';
import { spaced, withArticle } from '../../platform/text/words.ts';
import { type Resource, restName } from '../../resources/define/resource.ts';
import type { Recorded } from '../account/field-change.ts';
import type { builder } from '../builder.ts';
import { inGraphqlNames, withGraphqlNames } from '../parts/field-names.ts';
import type { Input } from '../parts/input-object.ts';
import { createInput, updateInput } from '../parts/inputs.ts';
import { bulkMutation, expectedError, idMutation, mutation, unchangedSince } from '../parts/mutation.ts';
import { rowPayload } from '../parts/mutations.ts';
import { uncapitalized } from '../parts/names.ts';
import { readBack, readOneBack, reloading, writtenRow } from '../parts/read-back.ts';
import { idArgument, textFlagOf } from '../parts/values/ids.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** For a targeting attribute, whose definition does not specify the type of its parent. */
const PARENT_TYPES: Readonly<Record<string, string>> = { CAMPAIGN: 'Campaign', ADGROUP: 'AdGroup' };

/**
 * Adds the bulk mutations of a native object, `createXs` and `updateXs`, which process items one by one like the
 * batches of the native interface. With `single`, also adds `createX`, `updateX` and `deleteX`.
 */
export function nativeMutations<Row extends NativeRow>(options: {
  object: NativeObject<Row>;
  type: ObjectRef<Types, object>;
  single: boolean;
}): void {
  const { object, type, single } = options;
  const resource = object.resource.name;
  // If single mutations are defined elsewhere, their inputs have the plain names.
  const plural = single ? '' : 's';
  const verbs = [
    {
      verb: 'Create',
      definition: object.create,
      input: createInput(
        `Create${resource}${plural}Input`,
        object.create,
        `The input of \`create${resource}s\`.`,
      ),
      description: `Creates up to 500 ${spaced(resource)}s.`,
      run: ({ ctx, inputs }: Batch) =>
        createObjects({ ctx, object, items: inputs.map((one) => inputOf(object.resource, one)) }),
    },
    {
      verb: 'Update',
      definition: object.update,
      input: updateInput(
        `Update${resource}${plural}Input`,
        object.update,
        `The input of \`update${resource}s\`.`,
      ),
      description: `Updates up to 500 ${spaced(resource)}s. Fields that are not in an input stay unchanged.`,
      run: ({ ctx, inputs }: Batch) =>
        updateObjects({
          ctx,
          object,
          items: inputs.map((one) => inputOf(object.resource, one)),
          unchangedSince: inputs.map(({ updatedAt }) => unchangedSince(updatedAt)),
        }),
    },
  ] as const;
  const reload = reloading(resource);
  for (const { verb, definition, input, description, run } of verbs) {
    const result = {
      name: `${uncapitalized(verb)}${resource}`,
      reload,
      ...rowPayload({ resource, verb, type }),
    };
    bulkMutation({
      ...result,
      description: `${description} Each item succeeds or fails on its own; results are returned in the order of the inputs.`,
      input,
      run: ({ inputs, ...call }) =>
        resultsOf({ ...call, object, definition, count: inputs.length, run: (ctx) => run({ ctx, inputs }) }),
    });
    if (single)
      mutation({
        ...result,
        description: `${verb}s ${withArticle(spaced(resource))}.`,
        input,
        run: ({ ctx, input, info }) => {
          const write = async (ctx: DomainContext) => {
            const { id } = await withGraphqlNames(definition, () =>
              onlyRow({ ctx, object, run: (ctx) => run({ ctx, inputs: [input] }) }),
            );
            return await readOneBack({ ctx, info, resource, id });
          };
          return inTransaction(ctx, write, LOCK_WAIT);
        },
      });
  }
  idMutation({
    name: `delete${resource}`,
    ...rowPayload({ resource, verb: 'Delete', type }),
    description: `Deletes ${withArticle(spaced(resource))}: sets its status to \`DELETED\`.`,
    run: ({ ctx, id: given, info }) => {
      const write = async (ctx: DomainContext) => {
        const { id } = await deleteObject({ ctx, object, id: idArgument(resource, given) });
        return await readOneBack({ ctx, info, resource, id });
      };
      return inTransaction(ctx, write, LOCK_WAIT);
    },
  });
}

interface Batch {
  readonly ctx: DomainContext;
  readonly inputs: readonly Input[];
}

/** Returns the payload or the error of each item. An error of the whole call is repeated for every item. */
async function resultsOf<Row extends NativeRow>(options: {
  ctx: DomainContext;
  info: GraphQLResolveInfo;
  object: NativeObject<Row>;
  definition: NativeObject<Row>['create'];
  count: number;
  run: (ctx: DomainContext) => Promise<BatchResult<Row>>;
  changes: Recorded['changes'];
}) {
  const { info, object, definition, count, run, changes } = options;
  const resource = object.resource.name;
  try {
    const write = async (ctx: DomainContext) => {
      const batch = await run(ctx);
      const ids = batch.rows.flatMap((row) => (row ? [row.id] : []));
      const rows = await readBack({ ctx, info, resource, ids });
      const changeOf = new Map(changes.map((change) => [change.id, change]));
      return batch.rows.map((written, index) => {
        if (!written) return inGraphqlNames(definition, refusalOf({ object, batch, index }));
        const change = changeOf.get(written.id);
        return { ...writtenRow(rows, written.id), changes: change ? [change] : [] };
      });
    };
    return await inTransaction(options.ctx, write, LOCK_WAIT);
  } catch (error) {
    const refusal = expectedError(error);
    return Array.from({ length: count }, () => refusal);
  }
}

/**
 * Converts an input to that of the domain: fields to the domain's names, and IDs to numbers. Other values stay as they
 * are and are refused there.
 */
function inputOf({ fields }: Resource, { updatedAt: _, ...input }: Input): Input {
  const parent = PARENT_TYPES[String(input.parentType)];
  return Object.fromEntries(
    Object.entries(input).map(([given, value]) => {
      const field = fields[given];
      const name = field ? restName(given, field) : given;
      if (field?.kind === 'flag' && typeof value === 'boolean') return [name, textFlagOf(value)];
      const type = field?.of;
      const isId = type !== undefined || name === 'parentId';
      return [name, isId ? numberIn(type ?? parent, value) : value];
    }),
  );
}

function numberIn(type: string | undefined, value: unknown): unknown {
  const [, of, digits] = /^(?:([A-Za-z]+):)?(\d{1,15})$/.exec(String(value)) ?? [];
  return digits !== undefined && (of === undefined || of === type) ? Number(digits) : value;
}
