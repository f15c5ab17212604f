import { expect, it } from 'vitest';
import { valuesAt } from '../../../src/dashboard/pages/overview/points.ts';
import {
  daysBefore,
  daysOf,
  intervalOf,
  lengthOf,
  MAX_DAYS,
  RANGES,
  stepsOf,
  wrongWith,
} from '../../../src/dashboard/pages/overview/ranges.ts';
import { MAX_DAYS as SERVICE_MOST } from '../../../src/domain/reporting/delivery/question.ts';

it('each range is compared with as many days directly before it', () => {
  expect(daysOf('LAST_7_DAYS', '2026-03-03')).toEqual({ start: '2026-02-24', end: '2026-03-02' });
  expect(daysBefore(daysOf('LAST_7_DAYS', '2026-03-03'))).toEqual({ start: '2026-02-17', end: '2026-02-23' });
  expect(daysOf('LAST_WEEK', '2026-03-01')).toEqual({ start: '2026-02-16', end: '2026-02-22' });
  expect(daysOf('LAST_WEEK', '2026-03-02')).toEqual({ start: '2026-02-23', end: '2026-03-01' });
  expect(daysOf('LAST_MONTH', '2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
  for (const name of RANGES) {
    const days = daysOf(name, '2026-03-31');
    expect(lengthOf(daysBefore(days)), name).toBe(lengthOf(days));
  }
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

it.each([
  ['LAST_30_DAYS', 'DAY', 30],
  ['LAST_MONTH', 'DAY', 28],
  ['LAST_90_DAYS', 'WEEK', 14],
  ['LAST_365_DAYS', 'MONTH', 13],
] as const)('%s is plotted by %s', (name, interval, steps) => {
  const days = daysOf(name, '2026-03-31');
  expect(intervalOf(days)).toBe(interval);
  expect(stepsOf(days, interval)).toHaveLength(steps);
});

it('a step of a plot begins where the service’s does: weeks on Monday, months on the first', () => {
  const days = { start: '2026-01-29', end: '2026-03-01' };
  expect(stepsOf(days, 'WEEK')).toEqual([
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
    '2026-02-16',
    '2026-02-23',
  ]);
  expect(stepsOf(days, 'MONTH')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
});

it('a step without facts is 0, and midnight is that of the zone', () => {
  const points = [{ start: '2026-01-31T23:00:00Z', value: 5 }];
  const shown = {
    points,
    timeZone: 'Europe/Berlin',
    interval: 'DAY',
    figureOf: ({ value }: { value: number }) => value,
  } as const;
  expect(valuesAt({ ...shown, steps: ['2026-01-31', '2026-02-01'] })).toEqual([0, 5]);
});
