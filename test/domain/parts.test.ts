import { expect, it } from 'vitest';
import { Problems } from '../../src/resources/define/input.ts';
import { MAX_PARTS, mergeParts } from '../../src/resources/define/parts.ts';

const merge = (stored: number, added: number, removed: number) => {
  const problems = new Problems();
  const ids = Array.from({ length: stored }, (_, id) => ({ id }));
  mergeParts({
    problems,
    path: 'schedules',
    what: 'a schedule of this line',
    sent: Array.from({ length: added }, () => ({})),
    stored: ids,
    removal: { path: 'removedSchedules', ids: ids.slice(0, removed).map(({ id }) => id) },
    toData: () => ({}),
  });
  return problems.issues;
};

it('a list has at most 100 items with those that are stored, without those that are removed', () => {
  expect(merge(60, MAX_PARTS - 60, 0)).toEqual([]);
  expect(merge(60, MAX_PARTS - 59, 1)).toEqual([]);
  expect(merge(60, MAX_PARTS - 59, 0)).toEqual([
    expect.objectContaining({
      path: 'schedules',
      message: 'schedules must not have more than 100 items in all',
    }),
  ]);
});
