import { PAIRS_PER_UNIT } from '../../../resources/filter/filter-bounds.ts';
import { MAX_STORED } from './feed-size.ts';
import type { Condition, Filter } from './filter.ts';
import { MAX_CHARACTERS } from './read-feed.ts';

/** Reading a number in a text takes as long as several comparisons. */
const NUMBER_TEST = 3;
/**
 * PostgreSQL reads long products in pieces for each condition. This many characters take the time of one comparison.
 */
const CHARACTERS_PER_UNIT = 800;
/** The maximum number of characters of values in a feed that a call loads. */
const MAX_VALUES = 2 ** 20;

/**
 * Returns the work of testing `products` products with a filter. The unit is the time of one comparison. Texts are
 * assumed to be as long as those of a feed that a call loads.
 */
export function unitsOfFilter(filter: Filter | null, products: number): number {
  if (filter === null || products === 0) return 0;
  const read = Math.min(MAX_STORED, products * MAX_CHARACTERS) / CHARACTERS_PER_UNIT;
  const tests = filter.conditions.map((condition) => unitsOfCondition(condition, { products, read }));
  return products + tests.reduce((sum, units) => sum + units, 0);
}

function unitsOfCondition(
  { operator, value }: Condition,
  { products, read }: { products: number; read: number },
): number {
  switch (operator) {
    case 'eq':
    case 'neq':
    // A list is hashed, so its length hardly matters.
    case 'in_list':
      return products + read;
    case 'lte':
    case 'gte':
      return NUMBER_TEST * (products + read);
    case 'contains':
    case 'not_contains': {
      const characters = Math.min(MAX_VALUES, products * MAX_CHARACTERS);
      return read + Math.max(products, (characters * String(value).length) / PAIRS_PER_UNIT);
    }
  }
}
