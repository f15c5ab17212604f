import { expect, it } from 'vitest';
import {
  filterIn,
  filterJson,
  filterText,
  isComplete,
  NEW_FILTER,
} from '../../../../src/dashboard/pages/library/product-sets/set-filter.ts';

it.each([
  ['{"brand":{"eq":"Acme"}}', 'brand is Acme'],
  [
    '{"and":[{"category":{"eq":"Tents"}},{"price":{"lte":400}}]}',
    'category is Tents and price is at most 400',
  ],
  [
    '{"or":[{"brand":{"in_list":["A","B"]}},{"title":{"contains":"x"}}]}',
    'brand is one of A, B or title contains x',
  ],
])('the filter %s is %s, and is sent as it was stored', (stored, text) => {
  const filter = filterIn(stored);
  expect(filter && filterText(filter)).toBe(text);
  expect(filter && JSON.stringify(filterJson(filter))).toBe(stored);
});

it('a condition without a field or a value is not asked for', () => {
  expect(isComplete(NEW_FILTER)).toBe(false);
  expect(isComplete({ join: 'and', conditions: [{ field: 'brand', operator: 'eq', value: 'Acme' }] })).toBe(
    true,
  );
  expect(filterIn(null)).toBeUndefined();
});
