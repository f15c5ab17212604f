import type { ObjectRef } from '@pothos/core';
import type { DomainContext } from '../domain/context.ts';
import { isRecord } from '../domain/input.ts';
import type { BatchResult } from '../domain/native/batch.ts';
import type { ItemError } from '../domain/native/codes.ts';
import { createObjects } from '../domain/native/create-objects.ts';
import { deleteObject } from '../domain/native/delete-object.ts';
import type { NativeObject, NativeRow } from '../domain/native/object.ts';
import { onlyRow } from '../domain/native/one-object.ts';
import { updateObjects } from '../domain/native/update-objects.ts';
import { spaced, withArticle } from '../domain/words.ts';
import { builder } from './builder.ts';
import { addChanges, type Recorded, recording } from './field-change.ts';
import { idArgument } from './ids.ts';
import { createInput, updateInput } from './inputs.ts';

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

const NativeItemError = builder.objectRef<ItemError>('NativeItemError').implement({
  description: 'The error of one item of a bulk mutation, in the form of the native interface.',
  fields: (t) => ({
    code: t.field({
      type: 'ListedValue',
      description: 'The error code, such as `E40000_INVALID_INPUT`.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'The name of the first problem.' }),
    description: t.exposeString('description', { description: 'A description of all problems.' }),
  }),
});

interface Item<Row> extends Recorded {
  readonly index: number;
  readonly row: Row | undefined;
  readonly error: ItemError | undefined;
}

const VALIDATE_ONLY = {
  defaultValue: false,
  description: 'If true, runs all checks and returns the would-be result, but stores nothing. Default false.',
} as const;

/**
 * The bulk mutations of a native object, `createXs` and `updateXs`, item by item as the native interface's
 * batches, and with `single` also `createX`, `updateX` and `deleteX`.
 */
export function nativeMutations<Row extends NativeRow>(options: {
  object: NativeObject<Row>;
  type: ObjectRef<Types, Row>;
  single: boolean;
}): void {
  const { object, type, single } = options;
  const { resource } = object;
  // If single mutations are defined elsewhere, their inputs have the plain names.
  const plural = single ? '' : 's';
  const field = resource.charAt(0).toLowerCase() + resource.slice(1);
  const item = builder.objectRef<Item<Row>>(`${resource}Item`).implement({
    description: `The result for one item of a bulk mutation of ${spaced(resource)}s.`,
    fields: (t) => ({
      index: t.int({ description: 'The index of the item in the inputs.', resolve: ({ index }) => index }),
      [field]: t.field({
        type: type as ObjectRef<Types, object>,
        nullable: true,
        description: 'The stored resource. Null if the item was refused.',
        resolve: ({ row }) => row ?? null,
      }),
      error: t.field({
        type: NativeItemError,
        nullable: true,
        description: 'The reason why the item was refused. Null if it was accepted.',
        resolve: ({ error }) => error ?? null,
      }),
    }),
  });

  addChanges(item);

  for (const verb of ['create', 'update'] as const) {
    const Verb = verb === 'create' ? 'Create' : 'Update';
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
        type: [item],
        description: `${description} Each item succeeds or fails on its own; results are returned in the order of the inputs.`,
        args: {
          inputs: t.arg({ type: [input], required: true, description: 'The inputs, at most 500.' }),
          validateOnly: t.arg.boolean(VALIDATE_ONLY),
        },
        resolve: async (_root, { inputs, validateOnly }, context) => {
          const { ctx, changes } = recording(context, validateOnly);
          return itemsOf(await run(ctx, inputs), changes);
        },
      }),
    );
    if (single)
      builder.mutationField(`${verb}${resource}`, (t) =>
        t.field({
          type: payloadOf({ resource, verb: Verb, type, field }),
          description: `${Verb}s ${withArticle(spaced(resource))}.`,
          errors: { union: resultOf(resource, Verb) },
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
      type: payloadOf({ resource, verb: 'Delete', type, field }),
      description: `Deletes ${withArticle(spaced(resource))}: sets its status to \`DELETED\`.`,
      errors: { union: resultOf(resource, 'Delete') },
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

function payloadOf<Row>(options: {
  resource: string;
  verb: string;
  type: ObjectRef<Types, Row>;
  field: string;
}) {
  const { resource, verb, type, field } = options;
  const payload = builder.objectRef<{ row: Row } & Recorded>(`${verb}${resource}Payload`).implement({
    description: `The payload that \`${verb.toLowerCase()}${resource}\` returns on success.`,
    fields: (t) => ({
      [field]: t.field({
        type: type as ObjectRef<Types, object>,
        description: 'The resource after the change.',
        resolve: ({ row }) => row as object,
      }),
    }),
  });
  addChanges(payload);
  return payload;
}

const resultOf = (resource: string, verb: string) => ({
  name: `${verb}${resource}Result`,
  description: `The result of \`${verb.toLowerCase()}${resource}\`: its payload or a typed error.`,
});

function itemsOf<Row extends NativeRow>(
  { rows, errors }: BatchResult<Row>,
  changes: Recorded['changes'],
): Item<Row>[] {
  const errorAt = new Map(errors.map((error) => [error.errIndex, error]));
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  return rows.map((row, index) => {
    const change = row && changeOf.get(row.id);
    return { index, row, error: errorAt.get(index), changes: change ? [change] : [] };
  });
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
