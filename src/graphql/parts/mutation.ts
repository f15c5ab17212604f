import type { FieldMap, UnionRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { boundRefusals } from '../../domain/campaigns/bulk.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isDomainError, UnavailableError } from '../../domain/errors.ts';
import { changedFields } from '../../domain/notifications/history/find.ts';
import { ClientAbort } from '../../http/connections/client-abort.ts';
import { UserSemaphore } from '../../platform/process/user-semaphore.ts';
import { partOf } from '../../platform/text/typed.ts';
import { FieldChangeType, type Recorded, recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import type { ErrorOfSome } from '../expected-errors.ts';
import { type CountCall, withWindow } from '../server/windows.ts';
import { badArgument, VALIDATE_ONLY } from './arguments.ts';
import type { AnyInput, Input } from './input-object.ts';
import { capitalized } from './names.ts';
import { type Reload, runOrReplay } from './replayed.ts';

/**
 * All mutations are defined here: `x(input, validateOnly)` returns `XResult`, the union of `XPayload` and the expected
 * errors. `xs(inputs, validateOnly)` returns a list of the same.
 */

type Types = (typeof builder)['$inferSchemaTypes'];

/** The maximum number of items of one bulk mutation. */
const MAX_ITEMS = 500;
/**
 * The maximum number of items in lists within the inputs, such as the flights of lines. They are parsed and stored
 * without yielding to other requests.
 */
const MAX_PARTS = 2_500;
/** A seat runs one bulk mutation at a time in each process. */
const bulkOfSeat = new UserSemaphore(1, {
  maxWaiting: 100,
  refusal: () => new UnavailableError('Too many bulk mutations of this seat are waiting.'),
});

/** Defines the fields of a payload. */
export type PayloadBuilder<Payload> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload & Recorded>;

interface Result<Payload extends object> {
  /** The name of the mutation for one item, such as `createLine`. */
  readonly name: string;
  readonly payload: (t: PayloadBuilder<Payload>) => FieldMap;
  /** For resources without a change history: the payload has no `changes`. */
  readonly unrecorded?: true;
  /** How a replay reads what was written, if the response was too large to be stored. */
  readonly reload?: Reload<Payload>;
  /** Expected errors that only this mutation has. */
  readonly errors?: readonly ErrorOfSome[];
}

interface Call {
  /** Records changes, and rolls back if `validateOnly` is set. */
  readonly ctx: DomainContext;
  readonly changes: Recorded['changes'];
  /** The context of the request. */
  readonly request: DomainContext;
  readonly info: GraphQLResolveInfo;
}

const results = new Map<string, UnionRef<Types, unknown>>();

/** Returns the union of a mutation's payload and its errors, which is shared by a mutation and its bulk form. */
function resultOf<Payload extends object>(options: Result<Payload>): UnionRef<Types, unknown> {
  const { name, unrecorded, errors = [] } = options;
  const Name = capitalized(name);
  const known = results.get(Name);
  if (known) return known;
  const payload = builder.objectRef<Payload & Recorded>(`${Name}Payload`).implement({
    description: `The payload that \`${name}\` returns on success.`,
    fields: (t) => ({
      ...options.payload(t),
      ...(!unrecorded && {
        changes: t.field({
          type: [FieldChangeType],
          description:
            'The fields that changed, with their values before and after. With `validateOnly`, the fields that would change.',
          resolve: ({ changes }, _args, ctx) => changes.flatMap((change) => changedFields(ctx, change)),
        }),
      }),
    }),
  });
  const union = builder.errorUnion(`${Name}Result`, {
    description: `The result of \`${name}\`: its payload or a typed error.`,
    types: [payload, ...errors],
    resolveType: () => payload,
  });
  results.set(Name, union);
  return union;
}

export function mutation<Payload extends object>(
  options: Result<Payload> & {
    readonly description: string;
    readonly input: AnyInput;
    /** The description of the argument `input`, if not the usual one. */
    readonly inputDescription?: string;
    readonly validateOnlyDescription?: string;
    /** Counts a call that does not reach the verb, for mutations with a window. */
    readonly countCall?: CountCall;
    /** Further extensions, such as those of its price. */
    readonly extensions?: object;
    readonly run: (call: Call & { input: Input }) => Promise<Payload>;
  },
): void {
  const { name, description, input: type, run } = options;
  builder.mutationField(name, (t) =>
    t.field({
      type: resultOf(options),
      description,
      extensions: { ...options.extensions, ...(options.countCall && withWindow(options.countCall)) },
      args: {
        input: t.arg({
          type,
          required: true,
          description: options.inputDescription ?? 'The input of the mutation.',
        }),
        validateOnly: t.arg.boolean({
          ...VALIDATE_ONLY,
          ...(options.validateOnlyDescription && { description: options.validateOnlyDescription }),
        }),
      },
      resolve: async (_root, { input, validateOnly }, request, info) => {
        const { ctx, changes } = recording(request, validateOnly);
        const [only] = await runOrReplay<Payload>({
          ...{ request, info, reload: options.reload, idOf },
          run: async () => [{ changes, ...(await run({ ctx, changes, request, info, input })) }],
        });
        return refusedOr(only);
      },
    }),
  );
}

/** Adds a mutation that takes the ID of a row instead of an input. */
export function idMutation<Payload extends object>(
  options: Result<Payload> & {
    readonly description: string;
    readonly run: (call: Call & { id: string }) => Promise<Payload>;
  },
): void {
  const { name, description, run } = options;
  builder.mutationField(name, (t) =>
    t.field({
      type: resultOf(options),
      description,
      args: {
        id: t.arg.id({ required: true, description: 'The global ID or integer ID.' }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { id, validateOnly }, request, info) => {
        const { ctx, changes } = recording(request, validateOnly);
        const [only] = await runOrReplay<Payload>({
          ...{ request, info, reload: options.reload, idOf },
          run: async () => [{ ...(await run({ ctx, changes, request, info, id })), changes }],
        });
        return refusedOr(only);
      },
    }),
  );
}

/** Adds `xs(inputs)`, which returns the payload or the error of each item, in the order of the inputs. */
export function bulkMutation<Payload extends object>(
  options: Result<Payload> & {
    readonly description: string;
    readonly input: AnyInput;
    readonly run: (
      call: Call & { inputs: readonly Input[] },
    ) => Promise<readonly ((Payload & Recorded) | Error)[]>;
  },
): void {
  const { name, description, input: type, run } = options;
  builder.mutationField(`${name}s`, (t) =>
    t.field({
      type: [resultOf(options)],
      description,
      args: {
        inputs: t.arg({
          type: [type],
          required: true,
          description: `The inputs, at most ${MAX_ITEMS}, with at most ${MAX_PARTS} items in all of their lists.`,
        }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, { inputs, validateOnly }, request, info) => {
        if (inputs.length > MAX_ITEMS) throw badArgument('inputs', `must have at most ${MAX_ITEMS} items`);
        if (inputs.length === 0) return [];
        if (partsIn(inputs) > MAX_PARTS)
          throw badArgument('inputs', `must have at most ${MAX_PARTS} items in all lists of all inputs`);
        const runAll = () =>
          runOrReplay<Payload>({
            ...{ request, info, reload: options.reload, idOf },
            run: async () =>
              boundRefusals(await run({ ...recording(request, validateOnly), request, info, inputs })),
          });
        const gone = partOf(request, 'gone');
        return await bulkOfSeat.run(request.seatId, runAll, gone instanceof ClientAbort ? gone : undefined);
      },
    }),
  );
}

/** Returns how many items the lists within inputs have. */
function partsIn(inputs: readonly unknown[]): number {
  let parts = 0;
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) parts += value.length;
    for (const inner of Object.values(value)) count(inner);
  };
  for (const input of inputs) count(input);
  return parts;
}

/** Returns the ID of a payload's only row. */
const idOf = (payload: object): number | undefined => {
  const id = 'row' in payload ? partOf(payload, 'id') : undefined;
  return typeof id === 'number' ? id : undefined;
};

function refusedOr<Payload>(payload: Payload | Error | undefined): Payload {
  if (payload === undefined || payload instanceof Error)
    throw payload ?? new Error('A mutation without a result.');
  return payload;
}

/** Returns an expected error, which becomes the result of its item. Throws any other, which fails the whole call. */
export function expectedError(error: unknown): Error {
  if (isDomainError(error)) return error;
  throw error;
}

/** Returns the precondition of an update: the `updatedAt` of its input. */
export const unchangedSince = (updatedAt: unknown): Date | undefined =>
  updatedAt instanceof Date ? updatedAt : undefined;
