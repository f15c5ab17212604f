import type { Draft, ItemRefusal, NativeRow } from './object.ts';

/** Section 3, Errors, rule 2. */
export const DUPLICATE: ItemRefusal = {
  path: 'value',
  message: 'Duplicate attribute value',
  description: 'Its parent has this value already',
};

/**
 * Refuses items whose key another item of the batch has (the first one stays), or a stored object that
 * the batch does not change. `stored` answers which of the keys the database has, and whose they are; it is
 * asked for changes only, since a new item's key is refused where it is stored, by the table's unique index.
 */
export async function refuseDuplicates<Row extends NativeRow>(options: {
  drafts: readonly Draft<Row>[];
  /** Undefined for an item that has no key, such as one that is refused or deleted. */
  keyOf(row: Partial<Row>): string | undefined;
  stored(rows: readonly Row[]): Promise<ReadonlyMap<string, number>>;
}): Promise<void> {
  const { drafts, keyOf, stored } = options;
  const keyed = drafts.flatMap((draft) => {
    const key = draft.refusals.length === 0 ? keyOf(draft.row) : undefined;
    return key === undefined ? [] : [{ draft, key }];
  });
  if (keyed.length === 0) return;
  const changed = keyed.filter(({ draft }) => draft.before).map(({ draft }) => draft.row as Row);
  const taken = changed.length > 0 ? await stored(changed) : new Map<string, number>();
  const seen = new Set<string>();
  for (const { draft, key } of keyed) {
    const owner = taken.get(key);
    if (seen.has(key) || (owner !== undefined && owner !== draft.row.id)) draft.refusals.push(DUPLICATE);
    seen.add(key);
  }
}
