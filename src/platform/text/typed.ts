import { InexactNumber } from '../json/exact-number.ts';

/** What TypeScript leaves open of closed tables: the types of their keys. */

export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table) as Key[];

/** A table that has an entry for each of the keys. */
export const tableOf = <Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;

export const isKeyOf = <Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  name: PropertyKey,
): name is Key => Object.hasOwn(table, name);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  );
}

/** A part of what is an object, or not. */
export const partOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** What is stored as an object. */
export const recordIn = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const isOneOf = <Word>(words: readonly Word[], value: unknown): value is Word =>
  words.some((word) => word === value);

/** The code of an error of Node or of the database. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
