import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../resources/define/input.ts';
import type { ObservedCall } from '../divergence.ts';
import { typeRefusal } from '../limits.ts';

/** A list that is longer is left for the domain to refuse. */
const MAX_TYPES = 1000;
/** Both names of native lists. */
const LISTS: readonly unknown[] = ['NATIVE_LIST', 'SITE_LISTS'];

/**
 * Returns the target types of a change by their documented names. Site lists are native lists, so both may be named. A
 * type that no line has is refused, unless it is switched off.
 */
export function documentedTypes(types: unknown, sentAs: ObservedCall['sentAs']): unknown {
  if (!Array.isArray(types) || types.length > MAX_TYPES) return types;
  const kept: unknown[] = [];
  const lists: Record<string, unknown>[] = [];
  for (const [at, type] of types.entries()) {
    const reason = isRecord(type) ? typeRefusal(type.name) : undefined;
    if (reason && type.isTargeted === false) continue;
    // A client that adds deals and exchanges one after the other names their type twice.
    if (kept.some((earlier) => isRecord(type) && isDeepStrictEqual(earlier, type))) continue;
    const documented = `types[${kept.length}]`;
    if (isRecord(type) && LISTS.includes(type.name)) {
      const isNamedTwice = lists.some(
        ({ name, isTargeted }) => name !== type.name && isTargeted === type.isTargeted,
      );
      lists.push(type);
      if (isNamedTwice) continue;
      kept.push({ ...type, name: 'NATIVE_LIST' });
    } else kept.push(type);
    sentAs(documented, `types[${at}]`);
    if (reason) sentAs(`${documented}.name`, `types[${at}].name`, reason);
  }
  return kept;
}
