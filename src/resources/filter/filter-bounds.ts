import { isRecord } from '../define/input.ts';

/** Limits of nested filters: their depth and number, because each is evaluated for every row. */

export const MAX_FILTER_DEPTH = 5;
export const MAX_FILTERS = 50;
/** The maximum length of all values of a filter, which are sent to the database with each statement. */
export const MAX_FILTER_CHARACTERS = 100_000;
/** The maximum length of a text that others are searched for: comparing takes the product of both lengths. */
export const MAX_CONTAINED = 255;
/** The pairs of characters that are compared in the time of one test. At worst, each of a text is compared with each of the other. */
export const PAIRS_PER_UNIT = 800;
/** How many characters a value counts in addition to the length of its text. */
const CHARACTERS_PER_VALUE = 10;

interface Combination {
  readonly and?: readonly Combination[] | null | undefined;
  readonly or?: readonly Combination[] | null | undefined;
  readonly not?: Combination | null | undefined;
}

type Refuse = (path: string, message: string) => void;

/**
 * Returns whether the filters in `and`, `or` and `not` and all their values are within the limits. Calls
 * `refuse` for the first one that is not, and looks no further.
 */
export function isWithinBounds(filter: Combination, refuse: Refuse): boolean {
  let filters = 0;
  const look = (one: Combination, at: string, depth: number): boolean => {
    for (const [inner, name] of filtersIn(one)) {
      filters += 1;
      const path = `${at}${name}`;
      if (depth === MAX_FILTER_DEPTH) refuse(path, `must be nested at most ${MAX_FILTER_DEPTH} levels deep`);
      else if (filters > MAX_FILTERS) refuse(path, `must be among the first ${MAX_FILTERS} filters`);
      else if (look(inner, `${path}.`, depth + 1)) continue;
      return false;
    }
    return true;
  };
  return look(filter, '', 0) && hasShortValues(filter, refuse);
}

function* filtersIn({ and, or, not }: Combination): Generator<readonly [Combination, string]> {
  for (const [index, one] of (and ?? []).entries()) yield [one, `and[${index}]`];
  for (const [index, one] of (or ?? []).entries()) yield [one, `or[${index}]`];
  if (not) yield [not, 'not'];
}

function hasShortValues(filter: object, refuse: Refuse): boolean {
  let left = MAX_FILTER_CHARACTERS;
  const look = (value: unknown, path: string, name?: string): boolean => {
    if (
      (name === 'contains' || name === 'query') &&
      typeof value === 'string' &&
      value.length > MAX_CONTAINED
    ) {
      refuse(path, `must be at most ${MAX_CONTAINED} characters long`);
      return false;
    }
    left -= CHARACTERS_PER_VALUE + (typeof value === 'string' ? value.length : 0);
    if (left < 0) {
      refuse(path, `must be within the first ${MAX_FILTER_CHARACTERS} characters of the filter`);
      return false;
    }
    if (Array.isArray(value)) return value.every((one, index) => look(one, `${path}[${index}]`));
    if (!isRecord(value)) return true;
    const at = path === '' ? '' : `${path}.`;
    return Object.entries(value).every(([name, one]) => look(one, `${at}${name}`, name));
  };
  return look(filter, '');
}
