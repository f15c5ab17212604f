import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  type ConditionColumn,
  conditionFilters,
  conditionsIn,
  conditionsText,
  unitOf,
  wordsOf,
} from '../../../../src/dashboard/pages/list/conditions.ts';
import { filterOf } from '../../../../src/dashboard/pages/list/list-state.ts';
import { addressOf, viewOf } from '../../../../src/dashboard/pages/list/view-address.ts';

const COLUMNS: readonly ConditionColumn<object>[] = [
  { key: 'BUDGET', name: 'Budget', kind: 'number', filter: (budget) => ({ budget }) },
  { key: 'TIMEZONE', name: 'Time zone', kind: 'text', filter: (timezone) => ({ timezone }) },
];
const SHOWN = { days: { start: '2026-02-24', end: '2026-03-02' }, timezone: 'Europe/Paris', currency: 'EUR' };
const DELIVERY = { range: { between: SHOWN.days }, timezone: 'Europe/Paris', currency: 'EUR' };

it('conditions of an address are those that it was made of', () => {
  const conditions = [
    { key: 'SPEND', comparison: 'gt', value: '100.5' },
    { key: 'TIMEZONE', comparison: 'contains', value: 'a;b.c %/é' },
  ];
  const text = conditionsText(conditions);
  expect(text).toBe('SPEND.gt.100.5;TIMEZONE.contains.a%3Bb.c%20%25%2F%C3%A9');
  expect(conditionsIn(COLUMNS, text)).toEqual(conditions);
  expect(conditionsText([])).toBeUndefined();
});

it.each([
  '',
  'SPEND',
  'SPEND.gt.',
  'SPEND.gt.many',
  'SPEND.contains.1',
  'NOTHING.gt.1',
  'TIMEZONE.gt.1',
  'constructor.gt.1',
])('what is no condition of the list narrows nothing: %s', (text) => {
  expect(conditionsIn(COLUMNS, text)).toEqual([]);
});

it('figures are compared together, in the days, zone and currency that the list shows', () => {
  const conditions = conditionsIn(COLUMNS, 'SPEND.gt.100;CONVERSIONS.eq.0;BUDGET.lte.50');
  expect(conditionFilters(COLUMNS, conditions, SHOWN)).toEqual([
    { budget: { lte: '50' } },
    {
      delivery: {
        ...DELIVERY,
        where: [
          { metric: 'SPEND', gt: '100' },
          { metric: 'CONVERSIONS', eq: '0' },
        ],
      },
    },
  ]);
});

it('a rate is typed in per cent and compared as a fraction', () => {
  const [filter] = conditionFilters(COLUMNS, conditionsIn(COLUMNS, 'CTR.lt.0.07'), SHOWN);
  expect(filter).toEqual({ delivery: { ...DELIVERY, where: [{ metric: 'CTR', lt: '0.0007' }] } });
  expect(unitOf('CTR', 'EUR')).toBe('%');
});

it('a list is filtered by words and conditions at once', () => {
  const resource = { filters: [], scopes: [], compared: COLUMNS };
  const search = { q: 'trail', where: 'BUDGET.gt.1;BUDGET.lt.9' };
  expect(filterOf(resource, search, SHOWN)).toEqual({
    filter: { and: [{ query: 'trail' }, { budget: { gt: '1' } }, { budget: { lt: '9' } }] },
    isFiltered: true,
  });
});

it('conditions are told in words, amounts with their currency', () => {
  const [spend, rate] = conditionsIn(COLUMNS, 'SPEND.gt.100;CTR.lte.5');
  if (!spend || !rate) throw new Error('There are two.');
  expect(wordsOf(COLUMNS, spend, 'EUR')).toBe('Spend more than €100.00');
  expect(wordsOf(COLUMNS, spend, null)).toBe('Spend more than 100');
  expect(wordsOf(COLUMNS, rate, 'EUR')).toBe('Click rate at most 5.00%');
});

it('a view is the list from its first page on, and nothing of the list before it', () => {
  const view = viewOf({ q: 'a b', where: 'SPEND.gt.1', after: 'cursor', range: 'TODAY' });
  expect(view).toBe('q=a+b&where=SPEND.gt.1&range=TODAY');
  const address = addressOf(view);
  expect(address).toMatchObject({ q: 'a b', where: 'SPEND.gt.1', range: 'TODAY' });
  expect(Object.keys(address)).toContain('columns');
  expect(address.columns).toBeUndefined();
});
