import { expect, it } from 'vitest';
import { conversionsOf } from '../../../../src/domain/sandbox/auction/conversions.ts';
import { HOUR_MS } from '../../../../src/domain/sandbox/auction/days.ts';
import { adsOf, at, campaignOf, flightOf, lineOf, play, START, totalOf } from './play.ts';

const rule = {
  id: 5,
  pixelId: 9,
  clickWindow: 2,
  clickUnit: 'HOUR',
  viewWindow: 1,
  viewUnit: 'HOUR',
  acceptViews: false,
};
const MONTH = { clickWindow: 30, clickUnit: 'DAY' };
const played = (overrides: object, seed = 1) =>
  play(campaignOf({ lines: [lineOf({ flights: flightOf(9000), rules: [{ ...rule, ...overrides }] })] }), {
    seed,
  });

it('follow clicks within the window of the rule, and never before the hour', () => {
  const { conversions } = played({});
  expect(conversions.length).toBeGreaterThan(5);
  for (const { at: moment, id } of conversions) {
    const hour = Number(id.split('-')[2]) * HOUR_MS;
    expect(moment).toBeGreaterThanOrEqual(hour);
    expect(moment).toBeLessThan(hour + HOUR_MS + 2 * HOUR_MS);
  }
  expect(played(MONTH).conversions.length).toBeGreaterThan(3 * conversions.length);
});

it.each([1, 2, 3])('are as many as a share of the clicks, however many there are, with seed %s', (seed) => {
  const { facts, conversions } = played(MONTH, seed);
  const rate = conversions.length / totalOf(facts).clicks;
  expect(rate).toBeGreaterThan(0.01);
  expect(rate).toBeLessThan(0.02);
  // An hour of a large line.
  const line = lineOf({ rules: [{ ...rule, ...MONTH }] });
  const hour = { line, adId: 21, currency: 'USD', usdPerUnit: 1, hour: START, impressions: 1e7, seed };
  const large = conversionsOf({ ...hour, clicks: 10_000 }).length;
  expect(large).toBeGreaterThan(100);
  expect(large).toBeLessThan(200);
  expect(conversionsOf({ ...hour, clicks: 0 })).toEqual([]);
});

it('follow views only where the rule takes them', () => {
  const views = (overrides: object) =>
    played(overrides).conversions.filter(({ id }) => id.includes('-view-')).length;
  expect(views({})).toBe(0);
  expect(views({ acceptViews: true, viewWindow: 30, viewUnit: 'DAY' })).toBeGreaterThan(0);
});

it('have an id each', () => {
  const lines = [
    lineOf({ ads: adsOf(3), flights: flightOf(9000), rules: [{ ...rule, ...MONTH, acceptViews: true }] }),
  ];
  const ids = play(campaignOf({ lines })).conversions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('have a value in the currency of the advertiser', () => {
  const values = (rate: number) => {
    const lines = [
      lineOf({ bidPrice: 2 / rate, flights: flightOf(9000 / rate), rules: [{ ...rule, ...MONTH }] }),
    ];
    const { conversions } = play(campaignOf({ lines }), { rate });
    return conversions.reduce((sum, { value }) => sum + Number(value), 0) / conversions.length;
  };
  expect(values(1)).toBeGreaterThan(30);
  expect(values(1)).toBeLessThan(100);
  expect(values(0.01)).toBeGreaterThan(3000);
  expect(at(0)).toBe(START);
});
