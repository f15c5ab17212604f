import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import type { DashboardLineRowFragment } from '../../../../src/dashboard/generated/graphql.ts';
import {
  type BulkChange,
  doneWith,
  inputFor,
  isComplete,
  NOTHING,
  targetingFor,
  valueIssue,
} from '../../../../src/dashboard/pages/bulk/bulk-change.ts';

const line: DashboardLineRowFragment = {
  id: 'Line:1',
  databaseId: 1,
  name: 'Line',
  status: 'ACTIVE',
  bidPrice: '1.15',
  ...{ goalType: null, goalAmount: null, goalModeType: null, maxGoal: null },
  updatedAt: '2026-01-01T00:00:00.123Z',
  schedules: [
    {
      id: 'a',
      budget: '100',
      dailyBudget: null,
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-02-01T00:00:00.000Z',
    },
    {
      id: 'b',
      budget: null,
      dailyBudget: null,
      startDate: '2026-02-01T00:00:00.000Z',
      endDate: '2026-03-01T00:00:00.000Z',
    },
  ],
  advertiser: { name: 'Advertiser', currency: 'USD', timezone: 'UTC' },
};
const NOW = Date.parse('2026-01-15T12:00:00Z');

const change = (given: Partial<BulkChange>): BulkChange => ({ ...NOTHING, ...given });
const percent = (what: 'bid' | 'budget', value: string) => change({ what, step: 'percent', value });
const sent = (given: Partial<BulkChange>, of = line, now = NOW) => inputFor(of, change(given), now);

it('every change of many lines has the state in which each was seen as its precondition', () => {
  for (const what of ['PAUSED', 'bid', 'budget', 'start', 'end'] as const)
    expect(sent({ what, value: '10' })).toMatchObject({ id: line.id, updatedAt: line.updatedAt });
  expect(targetingFor(line, change({ what: 'places' }))).toMatchObject({
    lineId: line.id,
    updatedAt: line.updatedAt,
  });
});

it('bids and budgets are multiplied, added to or set, to the decimals of the currency; what has none is left out', () => {
  const bid = (given: Partial<BulkChange>) => sent({ what: 'bid', ...given }).bidPrice;
  expect(bid({ value: '10' })).toBe('1.27');
  expect(sent({ what: 'bid', value: '10' }, { ...line, bidPrice: '0.045' }).bidPrice).toBe('0.0495');
  const yen = { ...line, bidPrice: '115', advertiser: { ...line.advertiser, currency: 'JPY' } };
  expect(sent({ what: 'bid', value: '10' }, yen).bidPrice).toBe('127');
  expect(bid({ step: 'add', value: '-0.15' })).toBe('1');
  expect(bid({ step: 'set', value: '2,5' })).toBe('2.5');
  expect(sent({ what: 'budget', value: '-33.3' }).schedules).toEqual([{ id: 'a', budget: '66.7' }]);
  expect(sent({ what: 'budget', step: 'add', value: '50' }).schedules).toEqual([{ id: 'a', budget: '150' }]);
  expect(sent({ what: 'budget', step: 'set', value: '70', flights: 'open' }).schedules).toEqual([
    { id: 'a', budget: '70' },
    { id: 'b', budget: '70' },
  ]);
  const free = { ...line, bidPrice: null };
  expect(sent({ what: 'bid', value: '10' }, free)).not.toHaveProperty('bidPrice');
  expect(sent({ what: 'bid', step: 'set', value: '3' }, free).bidPrice).toBe('3');
});

it('budgets are those of the flight that runs, unless all are asked for', () => {
  const set = { what: 'budget', step: 'set', value: '70' } as const;
  expect(sent(set).schedules).toEqual([{ id: 'a', budget: '70' }]);
  expect(sent(set, { ...line, schedules: [] }).schedules).toEqual([]);
});

it('a flight that is over keeps its budget', () => {
  const later = Date.parse('2026-02-15T00:00:00Z');
  expect(sent({ what: 'budget', step: 'set', value: '70' }, line, later).schedules).toEqual([
    { id: 'b', budget: '70' },
  ]);
});

it('starts and ends move on the clock of the advertiser, of the flight that runs, is next, or was last', () => {
  const moved = (given: Partial<BulkChange>, of = line, now = NOW) => sent(given, of, now).schedules;
  expect(moved({ what: 'end', step: 'days', value: '7' })).toEqual([
    { id: 'a', endDate: '2026-02-08T00:00:00Z' },
  ]);
  // What ends at midnight has the day before as its last.
  expect(moved({ what: 'end', step: 'date', value: '2026-02-05' })).toEqual([
    { id: 'a', endDate: '2026-02-06T00:00:00Z' },
  ]);
  expect(moved({ what: 'start', step: 'date', value: '2026-01-20' })).toEqual([
    { id: 'a', startDate: '2026-01-20T00:00:00Z' },
  ]);
  const after = Date.parse('2026-05-01T00:00:00Z');
  expect(moved({ what: 'end', step: 'days', value: '-1' }, line, after)).toEqual([
    { id: 'b', endDate: '2026-02-28T00:00:00Z' },
  ]);
  // The clocks change on 29 March: the flight still ends at midnight.
  const berlin = {
    ...line,
    advertiser: { ...line.advertiser, timezone: 'Europe/Berlin' },
    schedules: [
      {
        id: 'a',
        budget: '1',
        dailyBudget: null,
        startDate: '2026-03-01T00:00:00Z',
        endDate: '2026-03-27T23:00:00.000Z',
      },
    ],
  };
  expect(moved({ what: 'end', step: 'days', value: '7' }, berlin, Date.parse('2026-03-02'))).toEqual([
    { id: 'a', endDate: '2026-04-03T22:00:00Z' },
  ]);
});

it('places are targeted, excluded and removed', () => {
  const place = (woeid: number) => ({ woeid, type: 'COUNTRY', name: `${woeid}`, location: null });
  const places = [
    { how: 'added', place: place(1) },
    { how: 'removed', place: place(2) },
    { how: 'excluded', place: place(3) },
  ] as const;
  expect(isComplete(change({ what: 'places' }))).toBe(false);
  expect(isComplete(change({ what: 'places', places }))).toBe(true);
  expect(targetingFor(line, change({ what: 'places', places })).geos).toEqual({
    added: [1],
    removed: [2],
    excluded: [3],
  });
});

it('a change is not asked for before there is a value', () => {
  expect(['', ' ', '-', 'x'].map((value) => isComplete(percent('bid', value)))).toEqual(Array(4).fill(false));
  expect(isComplete(change({ what: 'PAUSED' }))).toBe(true);
  expect(isComplete(change({ what: 'budget', step: 'set', value: '-5' }))).toBe(false);
  expect(isComplete(change({ what: 'end', step: 'days', value: '1.5' }))).toBe(false);
  expect(isComplete(change({ what: 'end', step: 'date', value: '2026-02-30x' }))).toBe(false);
});

it('a percentage is understood as people write it, and refused in words where it is ambiguous or none', () => {
  for (const value of ['7.5', '7,5', '7.5%', '+7,5 %', ' 7.50 '])
    expect(sent({ what: 'bid', value }, { ...line, bidPrice: '100' }).bidPrice).toBe('107.5');
  expect(sent({ what: 'budget', value: '−10' }).schedules).toEqual([{ id: 'a', budget: '90' }]);
  for (const value of ['abc', '1,000', '7.5.1', '%', '1e3', '--1']) {
    expect(isComplete(percent('bid', value))).toBe(false);
    expect(valueIssue(percent('bid', value))).toMatch(/such as 7\.5/);
  }
  expect(valueIssue(percent('bid', ''))).toBeUndefined();
});

it('nothing is chosen at first, so that one tap changes nothing', () => {
  expect(isComplete(NOTHING)).toBe(false);
});

it('what was done is said with its rows', () => {
  expect(doneWith('12 lines', 'PAUSED')).toBe('12 lines paused');
  expect(doneWith('5 lines', 'budget')).toBe('Budgets of 5 lines changed');
});
