import type { DashboardChangeFragment } from '../generated/graphql.ts';

export type FieldChange = DashboardChangeFragment['fields'][number];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('name' in value);

/** Things without a name in a list, such as flights, by their IDs; undefined for any other value. */
function thingsIn(value: unknown): Map<unknown, unknown> | undefined {
  if (value === null || value === undefined) return new Map();
  if (!Array.isArray(value) || !value.every((each) => isObject(each) && 'id' in each)) return undefined;
  return new Map(value.map((each: Record<string, unknown>) => [each.id, each]));
}

/** A change field by field: of an object such as a contact, and of each thing in a list that was changed itself. */
export function partsOf({ path, before, after }: FieldChange): FieldChange[] {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [thingsIn(before), thingsIn(after)];
    if (!old || !now) return [{ path, before, after }];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
      const change = { path: `${path} ${id}`, before: old.get(id), after: now.get(id) };
      // What was added or removed is one line.
      return old.has(id) && now.has(id) ? partsOf(change) : [change];
    });
  }
  if (!isObject(after) || (before && !isObject(before))) return [{ path, before, after }];
  const old = isObject(before) ? before : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(after)])];
  return names.map((name) => ({ path: `${path}.${name}`, before: old[name], after: after[name] }));
}
