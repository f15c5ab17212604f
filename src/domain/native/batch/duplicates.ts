import { type Draft, type ItemRefusal, type NativeRow, wholeRow } from './object.ts';

export const DUPLICATE: ItemRefusal = {
  path: 'value',
  message: 'Duplicate attribute value',
  description: 'The parent already has this value',
};

/**
 * The unique key of a row, normalized as the database does it, and the ID of the stored object that has the same key.
 */
export interface OccupiedKey {
  readonly key: string;
  readonly owner: number | null;
}

/**
 * Refuses changes to a key that a stored object or an earlier item of the batch has. `keysOf` returns the key of each
 * row in order. New items are not checked here: the table's unique index refuses them on insert.
 */
export async function refuseDuplicates<Row extends NativeRow>(options: {
  drafts: readonly Draft<Row>[];
  keysOf(rows: readonly Row[]): Promise<readonly OccupiedKey[]>;
}): Promise<void> {
  const changes = options.drafts.filter(
    ({ before, row, refusals }) => before && refusals.length === 0 && row.status !== 'DELETED',
  );
  if (changes.length === 0) return;
  const keys = await options.keysOf(changes.map(wholeRow));
  const taken = new Set<string>();
  for (const [index, { row, refusals }] of changes.entries()) {
    const { key = '', owner = null } = keys[index] ?? {};
    if (taken.has(key) || (owner !== null && owner !== row.id)) refusals.push(DUPLICATE);
    else taken.add(key);
  }
}
