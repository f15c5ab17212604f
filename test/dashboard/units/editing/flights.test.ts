import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { flightsText, seamsOf, weekText } from '../../../../src/dashboard/pages/line/flights-text.ts';

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
    /^1 flight, not all with a budget\. None runs now; the next begins 1 Mar 2026\.$/,
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
