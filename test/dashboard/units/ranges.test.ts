import { expect, it } from 'vitest';
import { daysOf, lengthOf, MAX_DAYS, RANGES, wrongWith } from '../../../src/dashboard/parts/period/days.ts';
import { MAX_DAYS as SERVICE_MOST } from '../../../src/domain/reporting/delivery/delivery-query.ts';

it('ranges that end on a full day end yesterday; weeks begin on Monday', () => {
  expect(daysOf('LAST_7_DAYS', '2026-03-03')).toEqual({ start: '2026-02-24', end: '2026-03-02' });
  expect(daysOf('LAST_WEEK', '2026-03-01')).toEqual({ start: '2026-02-16', end: '2026-02-22' });
  expect(daysOf('LAST_WEEK', '2026-03-02')).toEqual({ start: '2026-02-23', end: '2026-03-01' });
  expect(daysOf('LAST_MONTH', '2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
  for (const name of RANGES) expect(lengthOf(daysOf(name, '2026-03-31')), name).toBeGreaterThan(0);
});

it('days that are not in the calendar, or more than the service answers, are refused', () => {
  expect(MAX_DAYS).toBe(SERVICE_MOST);
  const range = (start: string, end: string) => wrongWith({ start, end });
  expect(range('2026-02-28', '2026-03-01')).toBeUndefined();
  expect(range('2026-02-31', '2026-03-02')).toMatch(/calendar/);
  expect(range('', 'abc')).toMatch(/calendar/);
  expect(range('2026-03-02', '2026-03-01')).toMatch(/after/);
  expect(range('2025-01-01', '2026-02-04')).toBeUndefined();
  expect(range('2025-01-01', '2026-02-05')).toMatch(/400/);
});
