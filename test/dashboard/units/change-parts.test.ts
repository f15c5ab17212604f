import { expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en-GB' });
const { partsOf } = await import('../../../src/dashboard/parts/change-parts.ts');
const { plain } = await import('../../../src/dashboard/parts/format.ts');
// Other files run in this process too.
vi.unstubAllGlobals();

/** What a page shows of a change. */
const shown = (path: string, before: unknown, after: unknown) =>
  partsOf({ path, before, after })
    .map((part) => [part.path, plain(part.before), plain(part.after)] as const)
    .filter(([, old, now]) => old !== now);

it('of a contact, the fields that changed are shown', () => {
  const before = { city: 'Leeds', country: 'GB' };
  expect(shown('contact', before, { ...before, city: 'York' })).toEqual([['contact.city', 'Leeds', 'York']]);
});

it('of a list of flights, what changed of each is shown, and what was added or removed in one line', () => {
  const [first, second] = [
    { id: 5, budget: 46, dailyBudgetType: null },
    { id: 6, budget: 10 },
  ];
  expect(
    shown(
      'schedules',
      [first, second],
      [
        { ...first, budget: 50 },
        { id: 7, budget: 75 },
      ],
    ),
  ).toEqual([
    ['schedules 5.budget', '46', '50'],
    ['schedules 6', 'budget 10', '–'],
    ['schedules 7', '–', 'budget 75'],
  ]);
  expect(shown('schedules', null, [second])).toEqual([['schedules 6', '–', 'budget 10']]);
});

it('a list of hours is told in words', () => {
  const bid = { id: 3, multiplier: 2, targetValue: { day: 'Mon', hour: 9 } };
  expect(shown('bidMultipliers', [], [bid])).toEqual([
    ['bidMultipliers 3', '–', 'multiplier 2, targetValue day Mon, hour 9'],
  ]);
});

it('places are named, and plain lists stay lists', () => {
  expect(shown('geos', [{ name: 'Spain' }], [{ name: 'France', excluded: true }])).toEqual([
    ['geos', 'Spain', 'not France'],
  ]);
  expect(shown('types', null, ['GEOGRAPHY'])).toEqual([['types', '–', 'GEOGRAPHY']]);
});
