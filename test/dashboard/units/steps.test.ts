import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { seriesSteps, valuesAt } from '../../../src/dashboard/parts/figures/series.ts';
import { calendarSteps, intervalOf, stepFinder, stepsOf } from '../../../src/dashboard/parts/period/steps.ts';

const BERLIN = 'Europe/Berlin';

it('up to 120 days are plotted by day, one day by hour, more by seven days from the first', () => {
  const days = (start: string, end: string) => ({ start, end });
  expect(intervalOf(days('2026-01-01', '2026-01-01'))).toBe('HOUR');
  expect(intervalOf(days('2026-01-01', '2026-04-30'))).toBe('DAY');
  expect(stepsOf(days('2026-01-01', '2026-04-30'), BERLIN)).toHaveLength(120);
  const year = days('2025-11-27', '2026-11-26');
  expect(intervalOf(year)).toBe('WEEK');
  const steps = stepsOf(year, BERLIN);
  expect(steps[0]).toMatchObject({ start: '2025-11-27', end: '2025-12-03' });
  expect(steps.filter(({ cut }) => cut)).toEqual([
    { start: '2026-11-26', end: '2026-11-26', whole: '2026-11-26', cut: { days: 1, of: 7 } },
  ]);
});

it('a day on which the clocks change has 23 or 25 hours', () => {
  expect(stepsOf({ start: '2026-03-29', end: '2026-03-29' }, BERLIN)).toHaveLength(23);
  expect(stepsOf({ start: '2026-10-25', end: '2026-10-25' }, BERLIN)).toHaveLength(25);
});

it('weeks and months of a report are those of the calendar, and say how much of them the range has', () => {
  const range = { start: '2026-01-29', end: '2026-03-01' };
  const parts = (interval: 'WEEK' | 'MONTH') =>
    seriesSteps(calendarSteps(range, interval, BERLIN), BERLIN).map(({ start, partial }) => [start, partial]);
  expect(parts('WEEK')).toEqual([
    ['2026-01-29', '4 of 7 days'],
    ...['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23'].map((start) => [start, undefined]),
  ]);
  expect(parts('MONTH')).toEqual([
    ['2026-01-29', '3 of 31 days'],
    ['2026-02-01', undefined],
    ['2026-03-01', '1 of 31 days'],
  ]);
});

it('the step that now is in has data until then, and those after it have no figure', () => {
  const steps = stepsOf({ start: '2026-11-25', end: '2026-11-27' }, BERLIN, '2026-11-26T01:00:00Z');
  expect(seriesSteps(steps, BERLIN).map(({ partial }) => partial)).toEqual([
    undefined,
    'until 2:00',
    undefined,
  ]);
  const values = valuesAt({ points: [], steps, timeZone: BERLIN, metric: 'SPEND' });
  expect(values).toEqual([0, 0, null]);
});

it('a step without facts is 0, a ratio without a denominator none, and midnight is that of the zone', () => {
  const steps = stepsOf({ start: '2026-01-31', end: '2026-02-01' }, BERLIN);
  const sums = { impressions: 5, clicks: 0, conversions: 0, spend: 0, conversionValue: 0 };
  const shown = { points: [{ start: '2026-01-31T23:00:00Z', sums }], steps, timeZone: BERLIN } as const;
  expect(valuesAt({ ...shown, metric: 'IMPRESSIONS' })).toEqual([0, 5]);
  expect(valuesAt({ ...shown, metric: 'CTR' })).toEqual([null, 0]);
  expect(stepFinder(steps, BERLIN)('2026-01-30T00:00:00Z')).toBeUndefined();
});

it('the rate of a step of several days is that of its sums, not the sum or average of its days', () => {
  const steps = stepsOf({ start: '2026-01-01', end: '2026-06-30' }, BERLIN);
  const day = (start: string, clicks: number, impressions: number) => ({
    start: `${start}T11:00:00Z`,
    sums: { impressions, clicks, conversions: 0, spend: 0, conversionValue: 0 },
  });
  const points = [day('2026-01-01', 1, 10), day('2026-01-07', 1, 1000), day('2026-01-08', 1, 2)];
  const values = valuesAt({ points, steps, timeZone: BERLIN, metric: 'CTR' });
  expect(values.slice(0, 3)).toEqual([2 / 1010, 1 / 2, null]);
});
