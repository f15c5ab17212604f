import { isDeepStrictEqual } from 'node:util';

/**
 * Returns the fields of `sent` whose values differ from the stored ones, or undefined if none does. An
 * update that changes nothing is not written, so that `updatedAt`, and with it the precondition of the next
 * writer, stays the same.
 */
export function changedFields<Sent extends object>(stored: object, sent: Sent): Partial<Sent> | undefined {
  const changed = Object.entries(sent).filter(
    ([field, value]) => value !== undefined && !isSame(Reflect.get(stored, field) ?? null, value),
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Sent>);
}

function isSame(stored: unknown, sent: unknown): boolean {
  if (stored === sent || isDeepStrictEqual(stored, sent)) return true;
  if (typeof stored === 'bigint') return typeof sent === 'number' && stored === BigInt(sent);
  return isDocument(stored) && isDocument(sent) && isDeepStrictEqual(asStored(stored), asStored(sent));
}

const isDocument = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** The value as JSON stores it: without undefined fields. */
const asStored = (value: object): unknown => JSON.parse(JSON.stringify(value));
