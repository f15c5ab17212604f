import { expect, test } from 'vitest';
import { dayOf } from '../../src/graphql/parts/date.ts';

test.each(['2026-01-31', '2028-02-29', '0001-01-01', '9999-12-31'])('%s is a Date', (day) => {
  expect(dayOf(day)).toBe(day);
});

test.each([
  '2026-02-30',
  '2026-1-31',
  '0000-01-01',
  '2026-01-31T00:00:00Z',
  '',
  20260131,
  null,
  ['2026-01-31'],
])('%j is no Date', (value) => {
  expect(() => dayOf(value)).toThrow('Date must be a day of the calendar, such as "2026-01-31".');
});
