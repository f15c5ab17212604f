import { expect, it } from 'vitest';
import type { DashboardLineRowFragment } from '../../../src/dashboard/generated/graphql.ts';
import { inputFor, isComplete, percentIssue } from '../../../src/dashboard/pages/bulk/bulk-change.ts';

const line: DashboardLineRowFragment = {
  id: 'Line:1',
  databaseId: 1,
  name: 'Line',
  status: 'ACTIVE',
  bidPrice: '1.15',
  updatedAt: '2026-01-01T00:00:00.123Z',
  schedules: [
    { id: 'a', budget: '100', startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-02-01T00:00:00.000Z' },
    { id: 'b', budget: null, startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z' },
  ],
  advertiser: { name: 'Advertiser', currency: 'USD', timezone: 'UTC' },
};

it('every change of many lines has the state in which each was seen as its precondition', () => {
  for (const what of ['PAUSED', 'bid', 'budget'] as const)
    expect(inputFor(line, { what, percent: '10' })).toMatchObject({ id: line.id, updatedAt: line.updatedAt });
});

it('a percentage changes bids and budgets to four places, and leaves out what has none', () => {
  expect(inputFor(line, { what: 'bid', percent: '10' }).bidPrice).toBe('1.265');
  expect(inputFor(line, { what: 'budget', percent: '-33.3' }).schedules).toEqual([
    { id: 'a', budget: '66.7' },
  ]);
  expect(inputFor({ ...line, bidPrice: null }, { what: 'bid', percent: '10' })).not.toHaveProperty(
    'bidPrice',
  );
});

it('a change by a percentage is not asked for before there is one', () => {
  expect(['', ' ', '-', 'x'].map((percent) => isComplete({ what: 'bid', percent }))).toEqual(
    Array(4).fill(false),
  );
  expect(isComplete({ what: 'PAUSED', percent: '' })).toBe(true);
});

it('a percentage is understood as people write it, and refused in words where it is ambiguous or none', () => {
  for (const percent of ['7.5', '7,5', '7.5%', '+7,5 %', ' 7.50 '])
    expect(inputFor({ ...line, bidPrice: '100' }, { what: 'bid', percent }).bidPrice).toBe('107.5');
  expect(inputFor(line, { what: 'budget', percent: '−10' }).schedules).toEqual([{ id: 'a', budget: '90' }]);
  for (const percent of ['abc', '1,000', '7.5.1', '%', '1e3', '--1']) {
    expect(isComplete({ what: 'bid', percent })).toBe(false);
    expect(percentIssue({ what: 'bid', percent })).toMatch(/such as 7\.5/);
  }
  expect(percentIssue({ what: 'bid', percent: '' })).toBeUndefined();
});

it('nothing is chosen at first, so that one tap changes nothing', () => {
  expect(isComplete({ what: undefined, percent: '' })).toBe(false);
});
