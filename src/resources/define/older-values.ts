import { isRecord } from '../../platform/text/typed.ts';
import { valuesOf } from './enum-type.ts';
import { isListType, isObjectType, type Shape, traitOf, unwrap } from './schemas.ts';

/**
 * Returns an input without the enum values that are stored like this and no longer allowed: they are unchanged, so that
 * what was read can be sent back. Items of lists are compared with the stored items of their IDs.
 */
export function withoutOlderValues(shape: Shape, sent: Record<string, unknown>, stored: object) {
  const parts = Object.entries(sent).flatMap(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const before: unknown = Reflect.get(stored, name);
    if (!field || before === undefined) return [[name, value] as const];
    if (typeof value === 'string') {
      const { enumType } = traitOf(field);
      const isOlder = enumType && value === before && !valuesOf(enumType).includes(value);
      return isOlder ? [] : [[name, value] as const];
    }
    const inner = unwrap(field);
    if (!Array.isArray(value) || !Array.isArray(before) || !isListType(inner))
      return [[name, value] as const];
    const item = unwrap(inner.element);
    return [[name, isObjectType(item) ? itemsWithout(item.shape, value, before) : value] as const];
  });
  return Object.fromEntries(parts);
}

function itemsWithout(shape: Shape, sent: readonly unknown[], stored: readonly unknown[]): unknown[] {
  const byId = new Map(stored.flatMap((item) => (isRecord(item) ? [[item.id, item] as const] : [])));
  return sent.map((item) => {
    const before = isRecord(item) ? byId.get(item.id) : undefined;
    return isRecord(item) && before ? withoutOlderValues(shape, item, before) : item;
  });
}
