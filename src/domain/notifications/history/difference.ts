import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../platform/text/typed.ts';
import type { FieldChange } from './field-change.ts';

/** For values whose JSON is longer, only the differences are recorded. */
const MAX_WHOLE = 2_000;

/**
 * Returns a changed field as it is recorded. Of a long list, only the removed and added items are recorded with their
 * positions; of a large object, only the keys that differ. That is enough to compute the value after the change from
 * the value before it, and the reverse.
 */
export function fieldChange(path: string, before: unknown, after: unknown): FieldChange {
  if (Array.isArray(before) && Array.isArray(after) && isLarge(before, after))
    return { path, ...listDifference(before, after) };
  if (isRecord(before) && isRecord(after) && isLarge(before, after))
    return { path, ...recordDifference(before, after) };
  return { path, before, after };
}

const isLarge = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before).length + JSON.stringify(after).length > MAX_WHOLE;

type Difference = Omit<FieldChange, 'path'>;

function recordDifference(before: Record<string, unknown>, after: Record<string, unknown>): Difference {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differing = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (whole: Record<string, unknown>) =>
    Object.fromEntries(
      differing.filter((name) => Object.hasOwn(whole, name)).map((name) => [name, whole[name]]),
    );
  return { before: only(before), after: only(after), partial: {} };
}

/**
 * The longest increasing run of positions contains the items that stay in order; moved items count as removed and
 * added.
 */
function listDifference(before: readonly unknown[], after: readonly unknown[]): Difference {
  const places = new Map<string, number[]>();
  for (const [place, item] of [...before.entries()].reverse()) {
    const key = JSON.stringify(item);
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  }
  const origins = after.map((item) => places.get(JSON.stringify(item))?.pop());
  const stays = increasing(origins);
  const stayed = new Set([...stays].map((index) => origins[index]));
  const removed = [...before.keys()].filter((place) => !stayed.has(place));
  const added = [...after.keys()].filter((place) => !stays.has(place));
  return {
    before: removed.map((place) => before[place]),
    after: added.map((place) => after[place]),
    partial: { removed, added },
  };
}

/** Returns the indexes of a longest increasing subsequence, ignoring undefined entries. */
function increasing(values: readonly (number | undefined)[]): ReadonlySet<number> {
  const previous: (number | undefined)[] = [];
  /** By length: the index at which the run of that length with the smallest last value ends. */
  const ends: number[] = [];
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  }
  const run = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) run.add(index);
  return run;
}
