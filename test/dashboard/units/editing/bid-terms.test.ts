import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import type { DashboardLineRowFragment } from '../../../../src/dashboard/generated/graphql.ts';
import { bidSteps, overGoal } from '../../../../src/dashboard/pages/bulk/bid-impact-of.ts';
import { bidText, bidWarning, unitWarning } from '../../../../src/dashboard/pages/line/bid-terms.ts';

it('a bid carries what it is paid for: a click with a goal per click, else a thousand impressions', () => {
  const text = (goalType: string | null) => bidText({ bidPrice: '1.29', goalType }, 'GBP');
  expect(['CPC', 'ENHANCED_CPC', 'OCPC', 'CPCV', 'CPA', 'ROAS', null].map(text)).toEqual([
    ...['£1.29 CPC', '£1.29 CPC', '£1.29 CPC', '£1.29 CPCV', '£1.29 CPM', '£1.29 CPM', '£1.29 CPM'],
  ]);
  expect(bidText({ bidPrice: null, goalType: 'CPC' }, 'GBP')).toBeUndefined();
});

it('a bid over its goal, or over the most per goal, is warned of; goals of another unit are not compared', () => {
  const goal = { goalType: 'CPC', goalAmount: '1.17' };
  const hard = { ...goal, goalModeType: 'HARD' };
  expect(bidWarning({ ...hard, bidPrice: '12.9' }, 'GBP')).toMatch(/over the hard goal of £1\.17 per click/);
  expect(bidWarning({ ...goal, bidPrice: '1.18' }, 'GBP')).toBe(
    'The bid is over the goal of £1.17 per click.',
  );
  expect(bidWarning({ ...hard, bidPrice: '1.17' }, 'GBP')).toBeUndefined();
  expect(bidWarning({ ...hard, maxGoal: '2', bidPrice: '3' }, 'GBP')).toMatch(
    /most that one goal may cost: £2\.00/,
  );
  expect(bidWarning({ goalType: 'CPA', goalAmount: '1', bidPrice: '3' }, 'GBP')).toBeUndefined();
  expect(bidWarning({ ...hard, bidPrice: 'much' }, 'GBP')).toBeUndefined();
});

it('another goal that makes the same bid one for something else is warned of', () => {
  const stored = { bidPrice: '1.29', goalType: 'CPC' };
  expect(unitWarning({ ...stored, goalType: 'CPA' }, stored, 'GBP')).toBe(
    'With this goal, £1.29 is bid per 1,000 impressions, no longer per click.',
  );
  expect(unitWarning({ bidPrice: '4', goalType: 'CPA' }, stored, 'GBP')).toBeUndefined();
  expect(unitWarning({ ...stored, goalType: 'OCPC' }, stored, 'GBP')).toBeUndefined();
});

it('new bids of many lines are told by currency, with what a week like the last costs more, and those over their goal', () => {
  const line = (id: string, currency: string, goalType: 'CPC' | 'CPA'): DashboardLineRowFragment => ({
    ...{ id, databaseId: 1, name: id, status: 'ACTIVE', bidPrice: '1', goalType, goalAmount: '1.5' },
    ...{ goalModeType: null, maxGoal: null },
    ...{ updatedAt: 'seen', schedules: [], advertiser: { name: 'Own', currency, timezone: 'UTC' } },
  });
  const lines = [line('a', 'USD', 'CPC'), line('b', 'USD', 'CPA'), line('c', 'EUR', 'CPC')];
  const inputs = lines.map(({ id }) => ({ id, bidPrice: id === 'a' ? '2' : '1.2' }));
  const changes = [{ path: 'bidPrice', before: '1', after: '2', isPartial: false }];
  const results = lines.map(() => ({ __typename: 'UpdateLinePayload' as const, changes }));
  const volumes = new Map(lines.map(({ id }) => [id, { clicks: 100, impressions: 50_000 }]));
  const steps = bidSteps({ lines, inputs, results }, volumes);
  expect(steps.map(({ currency, lines, week }) => [currency, lines, Number(week.toFixed(6))])).toEqual([
    ['USD', 2, 110],
    ['EUR', 1, 20],
  ]);
  expect(steps[0]?.after).toEqual({ least: 1.2, most: 2 });
  expect(overGoal({ lines, inputs, results })).toEqual(['a']);
});
