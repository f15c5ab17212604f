import { InexactNumber } from '../json/exact-number.ts';

/** Functions that keep the types of a table's keys, which TypeScript's own functions widen. */

export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table) as Key[];

/** Returns a table with an entry for each of the keys. */
export const recordOf = <Key extends string, Value>(
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

export const lowerCase = <Text extends string>(text: Text): Lowercase<Text> =>
  text.toLowerCase() as Lowercase<Text>;

/** Returns a property of a value, or undefined if the value is not an object. */
export const partOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** Returns a stored value if it is an object, else an empty object. */
export const recordOrEmpty = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

export const isOneOf = <Value>(values: readonly Value[], value: unknown): value is Value =>
  values.some((each) => each === value);

/** Returns the code of an error of Node or of the database. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Returns a sent value as text, '' for objects and lists: their `toString` can be something that was sent. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? '' : String(value);
