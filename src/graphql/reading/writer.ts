import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { resolverOf } from '../server/answer-size.ts';

/** Writes a loaded value as JSON with the resolvers of its type, and counts its objects. */
export interface Writer {
  readonly write: (value: unknown, count: ObjectCount) => string;
  /** The maximum size in bytes of a value. */
  readonly maxBytes: number;
}

export interface ObjectCount {
  objects: number;
}

/** The maximum size in bytes of a number, an amount or a time. */
const MAX_OF_LEAF = 60;

interface WrittenField {
  readonly name: string;
  readonly text?: string;
  readonly resolve?: ((source: unknown) => unknown) | undefined;
  readonly writer?: Writer | undefined;
}

/**
 * Returns the writer of a type whose fields have no arguments and only read their object. `fieldsOf` returns the
 * selected fields of an object.
 */
export function writerOf(
  type: GraphQLOutputType,
  fieldsOf: (type: GraphQLObjectType) => readonly WrittenField[],
): Writer {
  if (isNonNullType(type)) {
    const { write, maxBytes } = writerOf(type.ofType, fieldsOf);
    return { write: (value, count) => write(value ?? missing(), count), maxBytes };
  }
  if (isListType(type)) {
    const { write, maxBytes } = writerOf(type.ofType, fieldsOf);
    const writeList = (values: readonly unknown[], count: ObjectCount) =>
      `[${values.map((value) => write(value, count)).join(',')}]`;
    return { write: (value, count) => (Array.isArray(value) ? writeList(value, count) : 'null'), maxBytes };
  }
  if (isLeafType(type))
    return {
      write: (value) => (value == null ? 'null' : JSON.stringify(type.serialize(value))),
      maxBytes: MAX_OF_LEAF,
    };
  if (!isObjectType(type)) throw new Error('Of an abstract type it is not known what to write.');
  const fields = fieldsOf(type).map(({ name, text, resolve, writer }) => ({
    name: `${JSON.stringify(name)}:`,
    of: (value: unknown, count: ObjectCount) => text ?? writer?.write(resolve?.(value), count) ?? 'null',
    maxBytes: name.length + 4 + (text?.length ?? writer?.maxBytes ?? 4),
  }));
  return {
    write: (value, count) => {
      if (value == null) return 'null';
      count.objects += 1;
      return `{${fields.map(({ name, of }) => name + of(value, count)).join(',')}}`;
    },
    maxBytes: fields.reduce((sum, { maxBytes }) => sum + maxBytes, 2),
  };
}

function missing(): never {
  throw new Error('A value is missing where the schema requires one.');
}

/** Returns a function that calls a resolver which only reads its object; undefined for fields that may read more. */
export function readerOf(field: GraphQLField<unknown, object>): ((source: unknown) => unknown) | undefined {
  const resolve = resolverOf(field);
  if (!resolve || field.args.length > 0) return undefined;
  const info = { fieldName: field.name } as GraphQLResolveInfo;
  return (source) => resolve(source, {}, {}, info);
}
