import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';
import { isSpentEarly } from '../../../../src/dashboard/pages/lines/spent.ts';
import { countBy } from '../../../../src/dashboard/pages/list/stopped.ts';
import { addsUp, changeOf, shareOf, totalOf } from '../../../../src/dashboard/pages/list/totals.ts';

const delivery = (spend: string, clicks: number, conversions: number, currency = 'USD') => ({
  impressions: 1000,
  ...{ clicks, conversions },
  spend: { amount: spend, currency },
  conversionValue: { amount: '20' },
});

it('a ratio of several rows is that of their sums', () => {
  const rows = [delivery('10', 10, 1), delivery('90', 30, 1)];
  expect(totalOf('SPEND', rows)).toBe(100);
  expect(totalOf('CTR', rows)).toBe(0.02);
  expect(totalOf('CPA', rows)).toBe(50);
  expect(totalOf('RETURN_ON_AD_SPEND', rows)).toBe(0.4);
});

it('amounts of several currencies have no total, and neither has what is made of them', () => {
  const rows = [delivery('10', 10, 1), delivery('90', 30, 1, 'EUR')];
  for (const metric of ['SPEND', 'CPA', 'CPM', 'CPC', 'CONVERSION_VALUE', 'RETURN_ON_AD_SPEND'] as const) {
    expect(addsUp(metric, rows), metric).toBe(false);
    expect(totalOf(metric, rows), metric).toBeNull();
  }
  expect(totalOf('CLICKS', rows)).toBe(40);
  expect(totalOf('CTR', rows)).toBe(0.02);
});

it('a share needs a whole of the same currency in which something is spent', () => {
  expect(shareOf([delivery('25', 0, 0)], delivery('100', 0, 0))).toBe(0.25);
  expect(shareOf([delivery('25', 0, 0)], delivery('100', 0, 0, 'EUR'))).toBeNull();
  expect(shareOf([delivery('0', 0, 0)], delivery('0', 0, 0))).toBeNull();
  expect(shareOf([delivery('25', 0, 0)], undefined)).toBeNull();
});

it('there is no change from nothing, and a small one has no colour', () => {
  expect(changeOf(5, 0)).toBeUndefined();
  expect(changeOf(5, undefined)).toBeUndefined();
  expect(changeOf(150, 100)).toEqual({ share: 0.5, tone: 'up' });
  expect(changeOf(0, 100)).toEqual({ share: -1, tone: 'down' });
  expect(changeOf(1001, 1000)?.tone).toBeUndefined();
});

it('a budget is spent early while a flight has time left', () => {
  const now = Date.parse('2026-03-03T00:00:00Z');
  const line = (status: string, endDate: string) => ({ pacing: { status }, schedules: [{ endDate }] });
  expect(isSpentEarly(line('SPENT', '2026-12-31T00:00:00Z'), now)).toBe(true);
  expect(isSpentEarly(line('SPENT', '2026-03-01T00:00:00Z'), now)).toBe(false);
  expect(isSpentEarly(line('ON_TRACK', '2026-12-31T00:00:00Z'), now)).toBe(false);
  expect(isSpentEarly({ pacing: null, schedules: [] }, now)).toBe(false);
});

it('lines are counted by their owner unless some of them are on other pages', () => {
  const nodes = [{ owner: 'Campaign:1' }, { owner: 'Campaign:2' }, { owner: 'Campaign:1' }];
  const ownerOf = ({ owner }: { owner: string }) => owner;
  expect(countBy({ totalCount: 3, nodes }, ownerOf)?.get('Campaign:1')).toBe(2);
  expect(countBy({ totalCount: 4, nodes }, ownerOf)).toBeUndefined();
  expect(countBy(undefined, ownerOf)).toBeUndefined();
});
