import { GraphQLError } from 'graphql';
import { isRecord } from '../domain/input.ts';

/** Global ids are readable, `Advertiser:123`; the bare number is accepted too (RULINGS G3). */
export function globalId(type: string, id: number): string {
  return `${type}:${id}`;
}

const SHAPE = /^(?:([A-Za-z]+):)?(\d{1,15})$/;

/** The number in an id argument; another type's id, or what is no id, is an error that names the argument. */
export function idArgument(type: string, value: string, argument = 'id'): number {
  const id = numberIn(type, value);
  if (id !== undefined) return id;
  throw new GraphQLError(`Argument "${argument}" must be the ID of a ${type}, such as "${type}:123".`, {
    extensions: { code: 'BAD_USER_INPUT', argument },
  });
}

/**
 * Ids in an input become the numbers that the domain knows. What is not an id of the named type stays as
 * it is, so that the domain refuses it with all other problems. Keys are field names at any depth.
 */
export function withIds(input: unknown, types: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(input)) return input.map((item) => withIds(item, types));
  if (!isRecord(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      if (type === undefined || isRecord(value)) return [name, withIds(value, types)];
      return [name, Array.isArray(value) ? value.map((id) => decoded(type, id)) : decoded(type, value)];
    }),
  );
}

function decoded(type: string, value: unknown): unknown {
  return typeof value === 'string' ? (numberIn(type, value) ?? value) : withIds(value, {});
}

function numberIn(type: string, value: string): number | undefined {
  const parts = SHAPE.exec(value);
  if (!parts || (parts[1] !== undefined && parts[1] !== type)) return undefined;
  return Number(parts[2]);
}
