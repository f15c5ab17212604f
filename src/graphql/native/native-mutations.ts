import type { ObjectRef } from '@pothos/core';
import type { DomainContext } from '../../domain/context.ts';
import { isRecord } from '../../domain/input.ts';
import type { BatchResult } from '../../domain/native/batch.ts';
import { createObjects } from '../../domain/native/create-objects.ts';
import { deleteObject } from '../../domain/native/delete-object.ts';
import type { NativeObject, NativeRow } from '../../domain/native/object.ts';
import { onlyRow, refusalOf } from '../../domain/native/one-object.ts';
import { updateObjects } from '../../domain/native/update-objects.ts';
import { spaced, withArticle } from '../../domain/words.ts';
import { type Recorded, recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { idArgument } from '../parts/ids.ts';
import { createInput, updateInput } from '../parts/inputs.ts';
import { resultUnion } from '../parts/mutation-result.ts';
import { checkCount, expectedError } from '../parts/mutations.ts';
import type { ResourceType } from '../parts/resource-type.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Input = Record<string, unknown>;

/** What an item's ids name; a targeting attribute's parent depends on its type. */
const ID_TYPES: Readonly<Record<string, string>> = {
  advertiserId: 'Advertiser',
  campaignId: 'Campaign',
  adGroupId: 'AdGroup',
  productSetId: 'ProductSet',
};
const PARENT_TYPES: Readonly<Record<string, string>> = { CAMPAIGN: 'Campaign', ADGROUP: 'AdGroup' };

/**
 * The bulk mutations of a native object, `createXs` and `updateXs`, item by item as the native interface's
 * batches, and with `single` also `createX`, `updateX` and `deleteX`.
 */
export function nativeMutations<Row extends NativeRow>(options: {
  object: NativeObject<Row>;
  type: ObjectRef<Types, Row> | ResourceType<'Campaign'>;
  single: boolean;
}): void {
  const { object, type, single } = options;
  const { resource } = object;
  // If single mutations are defined elsewhere, their inputs have the plain names.
  const plural = single ? '' : 's';
  for (const verb of ['create', 'update'] as const) {
    const Verb = verb === 'create' ? 'Create' : 'Update';
    const result = resultUnion({ resource, verb: Verb, type });
    const input =
      verb === 'create'
        ? createInput(
            `Create${resource}${plural}Input`,
            object.create,
            `The input of \`create${resource}s\`.`,
          )
        : updateInput(
            `Update${resource}${plural}Input`,
            object.update,
            `The input of \`update${resource}s\`.`,
          );
    const run = (ctx: DomainContext, inputs: readonly Input[]): Promise<BatchResult<Row>> => {
      const items = inputs.map((one) => numbersIn(resource, one));
      if (verb === 'create') return createObjects({ ctx, object, items });
      const unchangedSince = inputs.map(({ updatedAt }) => (updatedAt as Date | null) ?? undefined);
      return updateObjects({ ctx, object, items, unchangedSince });
    };
    const description =
      verb === 'create'
        ? `Creates up to 500 ${spaced(resource)}s.`
        : `Updates up to 500 ${spaced(resource)}s. Fields that are not in an input stay unchanged.`;
    builder.mutationField(`${verb}${resource}s`, (t) =>
      t.field({
        type: [result],
        description: `${description} Each item succeeds or fails on its own; results are returned in the order of the inputs.`,
        args: {
          inputs: t.arg({ type: [input], required: true, description: 'The inputs, at most 500.' }),
          validateOnly: t.arg.boolean(VALIDATE_ONLY),
        },
        resolve: async (_root, { inputs, validateOnly }, context) => {
          checkCount(inputs);
          if (inputs.length === 0) return [];
          const { ctx, changes } = recording(context, validateOnly);
          return await resultsOf({
            object,
            count: inputs.length,
            run: () => run(ctx, inputs),
            changes,
          });
        },
      }),
    );
    if (single)
      builder.mutationField(`${verb}${resource}`, (t) =>
        t.field({
          type: result,
          description: `${Verb}s ${withArticle(spaced(resource))}.`,
          args: {
            input: t.arg({ type: input, required: true, description: 'The input of the mutation.' }),
            validateOnly: t.arg.boolean(VALIDATE_ONLY),
          },
          resolve: async (_root, { input, validateOnly }, context) => {
            const { ctx, changes } = recording(context, validateOnly);
            return { row: await onlyRow({ ctx, object, run: (ctx) => run(ctx, [input]) }), changes };
          },
        }),
      );
  }

  builder.mutationField(`delete${resource}`, (t) =>
    t.field({
      type: resultUnion({ resource, verb: 'Delete', type }),
      description: `Deletes ${withArticle(spaced(resource))}: sets its status to \`DELETED\`.`,
      args: {
        id: t.arg.id({ required: true, description: 'The global ID or integer ID.' }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { id, validateOnly }, context) => {
        const { ctx, changes } = recording(context, validateOnly);
        return { row: await deleteObject({ ctx, object, id: idArgument(resource, id) }), changes };
      },
    }),
  );
}

/** Returns the payload or the refusal of each item. An error of the whole call is repeated for every item. */
async function resultsOf<Row extends NativeRow>(options: {
  object: NativeObject<Row>;
  count: number;
  run: () => Promise<BatchResult<Row>>;
  changes: Recorded['changes'];
}) {
  const { object, count, run, changes } = options;
  try {
    const batch = await run();
    const changeOf = new Map(changes.map((change) => [change.id, change]));
    return batch.rows.map((row, index) => {
      if (!row) return refusalOf({ object, batch, index });
      const change = changeOf.get(row.id);
      return { row, changes: change ? [change] : [] };
    });
  } catch (error) {
    const refusal = expectedError(error);
    return Array.from({ length: count }, () => refusal);
  }
}

/** Converts IDs to the numbers of the domain. Other values stay as they are and are refused there. */
function numbersIn(resource: string, { updatedAt: _, ...input }: Input): Input {
  const parent = isRecord(input) ? PARENT_TYPES[String(input.parentType)] : undefined;
  const types: Readonly<Record<string, string | undefined>> = { ...ID_TYPES, id: resource, parentId: parent };
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      Object.hasOwn(types, name) ? numberIn(types[name], value) : value,
    ]),
  );
}

function numberIn(type: string | undefined, value: unknown): unknown {
  const [, of, digits] = /^(?:([A-Za-z]+):)?(\d{1,15})$/.exec(String(value)) ?? [];
  return digits !== undefined && (of === undefined || of === type) ? Number(digits) : value;
}
