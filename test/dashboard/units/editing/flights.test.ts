import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import {
  flightsText,
  seamsOf,
  spentMore,
  weekText,
} from '../../../../src/dashboard/pages/line/flights/flights-text.ts';
import { nextFlight } from '../../../../src/dashboard/pages/line/flights/next-flight.ts';
import { firstLine } from '../../../../src/dashboard/pages/new-line/line-draft.ts';

const OWNER = { timezone: 'UTC', currency: 'USD' };
const flight = (startDate: string, endDate: string, budget: string | null = '100') => ({
  startDate: `2026-${startDate}T00:00:00Z`,
  endDate: `2026-${endDate}T00:00:00Z`,
  budget,
});
const NOW = Date.parse('2026-02-10T00:00:00Z');

it('flights are told together: how many, for how much, and which runs', () => {
  const both = [flight('02-01', '03-01'), flight('03-01', '04-01', '50.5')];
  expect(flightsText(both, OWNER, NOW)).toMatch(
    /^2 flights, US\$150\.50 in all\. One runs until 28 Feb 2026\.$/,
  );
  expect(flightsText([flight('03-01', '04-01', null)], OWNER, NOW)).toMatch(
    /^1 flight, no budget\. None runs now; the next begins 1 Mar 2026\.$/,
  );
  expect(flightsText([flight('01-01', '02-01')], OWNER, NOW)).toMatch(/The last ended 31 Jan 2026\.$/);
});

it('days without a flight and flights at once are said, whatever their order', () => {
  expect(seamsOf([flight('03-01', '04-01'), flight('01-01', '02-01')], OWNER)).toEqual([
    'Nothing runs for 28 days after 31 Jan 2026.',
  ]);
  expect(seamsOf([flight('01-01', '03-01'), flight('02-01', '04-01')], OWNER)).toEqual([
    'Two flights run at once from 1 Feb 2026.',
  ]);
  expect(seamsOf([flight('01-01', '02-01'), flight('02-01', '03-01')], OWNER)).toEqual([]);
});

it('the hours of a week are told by what is bid in them', () => {
  expect(weekText([])).toBe('Every hour of the week has the same bid.');
  expect(weekText([1.5, 2, 0.5])).toBe(
    'Bids are higher in 2 hours of the week, up to 2×, and lower in 1 hour of the week, down to 0.5×.',
  );
});

it('a new flight has whole days of the zone after the last one, also where the clocks change', () => {
  const madrid = 'Europe/Madrid';
  const last = { startDate: '2026-03-01T09:00:00Z', endDate: '2026-03-20T22:59:59Z', budget: '100' };
  expect(nextFlight([last], madrid, NOW)).toEqual({
    startDate: '2026-03-20T23:00:00Z',
    endDate: '2026-04-09T21:59:59Z',
    budget: '100',
  });
  // Midnight belongs to the day before.
  const untilMidnight = { startDate: '2026-02-28T23:00:00Z', endDate: '2026-03-20T23:00:00Z' };
  expect(nextFlight([untilMidnight], madrid, NOW)).toMatchObject({ startDate: '2026-03-20T23:00:00Z' });
  // After a flight that is over, it begins tomorrow.
  const over = { startDate: '2025-03-01T00:00:00Z', endDate: '2025-03-02T00:00:00Z' };
  expect(nextFlight([over], 'UTC', NOW)).toEqual({
    startDate: '2026-02-11T00:00:00Z',
    endDate: '2026-02-11T23:59:59Z',
  });
  expect(nextFlight([], 'UTC', NOW)).toEqual({
    startDate: '2026-02-11T00:00:00Z',
    endDate: '2026-03-12T23:59:59Z',
  });
});

it('a new line begins tomorrow for 30 days, with the goal and the pacing that most lines have', () => {
  expect(firstLine('Europe/Madrid', NOW)).toMatchObject({
    ...{ goalType: 'CPC', pacingModeType: 'EVEN', mediaType: 'DISPLAY' },
    flights: [{ startDate: '2026-02-10T23:00:00Z', endDate: '2026-03-12T22:59:59Z' }],
  });
});

it('a budget below what is spent is pointed out, an empty or a larger one is not', () => {
  const spent = { amount: '710.5', currency: 'EUR' };
  expect(spentMore('700', spent)).toBe('€710.50');
  for (const budget of ['710.5', '800', '', null, undefined, 'much'])
    expect(spentMore(budget, spent)).toBeUndefined();
  expect(spentMore('1', undefined)).toBeUndefined();
});
