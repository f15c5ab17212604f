import '../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { sumsUntil } from '../../../src/dashboard/parts/figures/until.ts';
import { comparedDays, comparedUntil, untilOf } from '../../../src/dashboard/parts/period/comparison.ts';
import { daysOf, lengthOf, RANGES } from '../../../src/dashboard/parts/period/days.ts';

const BERLIN = 'Europe/Berlin';

it('a range is compared with as many days: directly before, on the same weekdays, or a year before', () => {
  for (const name of RANGES)
    for (const comparison of ['previous', 'weekdays', 'year'] as const) {
      const days = daysOf(name, '2026-03-31');
      const compared = comparedDays(days, comparison);
      expect(compared && lengthOf(compared), `${name} ${comparison}`).toBe(lengthOf(days));
    }
  const days = { start: '2026-02-24', end: '2026-02-26' };
  expect(comparedDays(days, 'previous')).toEqual({ start: '2026-02-21', end: '2026-02-23' });
  expect(comparedDays(days, 'weekdays')).toEqual({ start: '2026-02-17', end: '2026-02-19' });
  expect(comparedDays(days, 'year')).toEqual({ start: '2025-02-24', end: '2025-02-26' });
  expect(comparedDays({ start: '2028-02-29', end: '2028-02-29' }, 'year')?.start).toBe('2027-02-28');
  expect(comparedDays(days, 'none')).toBeUndefined();
});

it('a range that is not over is compared up to the newest hour, by the clock of the zone', () => {
  const now = Date.parse('2026-03-29T10:30:00Z');
  const days = { start: '2026-03-28', end: '2026-03-29' };
  const question = { days, timeZone: BERLIN, now };
  const until = untilOf({ ...question, asOf: '2026-03-29T10:00:00Z' }) ?? '';
  expect(until).toBe('2026-03-29T10:00:00.000Z');
  // 12:00 in summer is 11:00 UTC in winter.
  const compared = { start: '2026-03-26', end: '2026-03-27' };
  expect(comparedUntil({ until, days, compared, timeZone: BERLIN })).toBe('2026-03-27T11:00:00Z');
  // Nothing was delivered for days: the figures are those of now.
  expect(untilOf({ ...question, asOf: '2026-03-20T10:00:00Z' })).toBe('2026-03-29T10:30:00.000Z');
  const past = { start: '2026-03-20', end: '2026-03-21' };
  expect(untilOf({ ...question, days: past, asOf: '2026-03-21T23:00:00Z' })).toBeUndefined();
});

it('the sums up to a moment are whole days and the hours of the last', () => {
  const point = (start: string, clicks: number) => ({
    start,
    sums: { impressions: 0, clicks, conversions: 0, spend: 0.1, conversionValue: 0 },
  });
  const sums = sumsUntil({
    days: [point('2026-01-01T23:00:00Z', 1), point('2026-01-02T23:00:00Z', 900)],
    hours: [
      point('2026-01-02T22:00:00Z', 800),
      point('2026-01-02T23:00:00Z', 2),
      point('2026-01-03T00:00:00Z', 3),
      point('2026-01-03T01:00:00Z', 700),
    ],
    until: '2026-01-03T01:00:00Z',
    timeZone: BERLIN,
  });
  expect(sums).toMatchObject({ clicks: 6, spend: 0.3 });
});
