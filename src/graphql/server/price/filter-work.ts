import { isRecord } from '../../../resources/define/input.ts';
import { MAX_FILTER_DEPTH, PAIRS_PER_UNIT } from '../../../resources/filter/filter-bounds.ts';
import type { ListField } from '../../../resources/filter/list-fields.ts';
import { nestedFilters } from '../../../resources/filter/nested-filters.ts';

/** The work of a filter for each row that it tests. */

/** Searching for a text within another takes as long as several tests, however short both are. */
const TEXT_TEST = 5;
export const NAME_LENGTH = 255;

interface Tested {
  readonly fields: Readonly<Record<string, Pick<ListField, 'maxLength'>>>;
}

/**
 * Returns the units of work for the tests of a filter and its nested filters. It is priced before it is checked, so it
 * can be any value.
 */
export function predicatesIn(filter: object, list: Tested, depth = 0): number {
  if (depth > MAX_FILTER_DEPTH) return 0;
  let units = 0;
  for (const [name, given] of Object.entries(filter)) {
    if (given == null) continue;
    if (name === 'and' || name === 'or' || name === 'not')
      for (const one of [given].flat()) units += isRecord(one) ? predicatesIn(one, list, depth + 1) : 0;
    else if (name === 'query') units += searchUnits(given, NAME_LENGTH);
    else if (isRecord(given))
      for (const [operator, value] of Object.entries(given))
        units +=
          value == null
            ? 0
            : operator === 'contains'
              ? searchUnits(value, list.fields[name]?.maxLength ?? NAME_LENGTH)
              : 1;
    else units += 1;
  }
  return units;
}

/** Returns whether a filter, or one within it, is about pacing. */
export const namesPacing = (filter: unknown): boolean =>
  nestedFilters(filter).some(({ pacing, pacingIn }) => pacing != null || pacingIn != null);

/** Returns the units of work for searching for `text` in a text of at most `length` characters. */
export function searchUnits(text: unknown, length: number): number {
  if (typeof text !== 'string') return TEXT_TEST;
  const pairs = text.length * Math.max(0, length - text.length + 1);
  return Math.max(TEXT_TEST, Math.ceil(pairs / PAIRS_PER_UNIT));
}
