import {
  defaultFieldResolver,
  type ExecutionResult,
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isTooLarge, withDatabaseShare } from '../../domain/access/request-share.ts';
import { graphqlFault } from './fault.ts';
import { limitMsOf } from './price/time-limit.ts';
import { fieldsOf } from './selections.ts';
import type { CallContext } from './streams/sessions.ts';

/** The maximum size in bytes of JSON that one response can have. */
const MAX = 32 * 1024 * 1024;

/**
 * Counts the size of a response while it is built: the field names of each object and the value of each field. Above
 * the limit every resolver throws, so that nothing more is read or stored. The count is never less than the bytes.
 */
export function measured(schema: GraphQLSchema): GraphQLSchema {
  const subscription = schema.getSubscriptionType();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields())) measure(field, type === subscription);
  return schema;
}

/**
 * Limits responses within a request, so that the rows that it reads are limited too. Above the limit, the error is the
 * whole response.
 */
export function useAnswerLimit(): Plugin<CallContext> {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args) => {
        const { seatId, notes }: CallContext = args.contextValue;
        return withDatabaseShare(() => executeFn(args), { seatId, limitMs: limitMsOf(notes.cost ?? 0) });
      });
      return {
        onExecuteDone({ result, setResult }) {
          if (!(Symbol.asyncIterator in result)) setResult(orTooLarge(result));
        },
      };
    },
  };
}

/** Returns the result, or only the error if the limit was exceeded. */
export const orTooLarge = (result: ExecutionResult): ExecutionResult =>
  isCutOff(result) ? { ...result, data: null, errors: [tooLarge()] } : result;

/** Returns whether the result is an error because the limit was exceeded. */
export const isCutOff = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some((error) => error.extensions.code === CODE || isTooLarge(error.originalError));

/** Returns the bytes that a response had so far. */
export const answerBytes = (ctx: object): number => sums.get(ctx)?.bytes ?? 0;

/** The executor passes an error with this extension up to the root, through nullable fields too. */
const CUT_OFF = 'CRITICAL_ERROR';
const CODE = 'ANSWER_LIMIT_EXCEEDED';

export const tooLarge = () =>
  graphqlFault(CODE, 'The answer would be larger than 32 MiB. Ask for less at a time.', {
    http: { status: 400 },
  });

interface Sum {
  bytes: number;
}
const sums = new WeakMap<object, Sum>();

function add(ctx: object, bytes: number): void {
  const sum = sums.get(ctx) ?? { bytes: 0 };
  if (sum.bytes === 0) sums.set(ctx, sum);
  sum.bytes += bytes;
  if (sum.bytes <= MAX) return;
  const error = tooLarge();
  Object.defineProperty(error.extensions, CUT_OFF, { value: true });
  throw error;
}

type Resolver = NonNullable<GraphQLField<unknown, object>['resolve']>;
const resolvers = new WeakMap<GraphQLField<unknown, object>, Resolver>();

/** Returns a field's resolver that counts nothing, for responses whose maximum size is known in advance. */
export const resolverOf = (field: GraphQLField<unknown, object>): Resolver | undefined =>
  resolvers.get(field) ?? field.resolve;

function measure(field: GraphQLField<unknown, object>, isEvent: boolean): void {
  const { resolve = defaultFieldResolver } = field;
  resolvers.set(field, resolve);
  const isLeaf = isLeafType(getNamedType(field.type));
  const counted = (value: unknown, ctx: object, info: GraphQLResolveInfo): unknown => {
    add(ctx, isLeaf ? bytesOf(value) : objectsIn(value) * bytesOfNames(info));
    return value;
  };
  field.resolve = (source, args, ctx, info) => {
    // Each event of a subscription is a separate response.
    if (isEvent) sums.delete(ctx);
    add(ctx, 0);
    const value: unknown = resolve(source, args, ctx, info);
    return value instanceof Promise
      ? value.then((value) => counted(value, ctx, info))
      : counted(value, ctx, info);
  };
}

const objectsIn = (value: unknown): number => (Array.isArray(value) ? value.length : value == null ? 0 : 1);

const names = new WeakMap<readonly FieldNode[], number>();
/** Braces and comma. */
const AROUND_OBJECT = 3;
/** Quotes, colon and comma. */
const AROUND_NAME = 4;
const LONGEST_TYPE_NAME = 60;

function bytesOfNames({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const known = names.get(fieldNodes);
  if (known !== undefined) return known;
  let bytes = AROUND_OBJECT;
  for (const { node } of fieldsOf({ sets: fieldNodes.map(({ selectionSet }) => selectionSet), fragments })) {
    bytes += (node.alias ?? node.name).value.length + AROUND_NAME;
    if (node.name.value === '__typename') bytes += LONGEST_TYPE_NAME;
  }
  names.set(fieldNodes, bytes);
  return bytes;
}

/** Text that JSON contains unchanged, with one byte per character. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const LONGEST_SCALAR = 26;

/** Returns the bytes of a value as JSON. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string')
    return PLAIN.test(value) ? value.length + 2 : Buffer.byteLength(JSON.stringify(value));
  if (typeof value !== 'object' || value === null || value instanceof Date) return LONGEST_SCALAR;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += bytesOf(item) + 1;
  else for (const [name, item] of Object.entries(value)) bytes += bytesOf(name) + 2 + bytesOf(item);
  return bytes;
}
