import { expect, it, vi } from 'vitest';
import { simulation } from '../../../src/domain/sandbox/auction/run-hours.ts';
import type { FactRecord } from '../../../src/domain/sandbox/delivery/hour-facts.ts';
import type { DeliveringCampaign } from '../../../src/domain/sandbox/delivery/read-lines.ts';
import { TRADES } from '../../../src/operations/demo/catalogue.ts';
import { countingSpent } from '../../../src/operations/demo/past-spend.ts';
import { planCampaigns } from '../../../src/operations/demo/plan.ts';
import { DAY_MS, HOUR_MS } from '../../../src/operations/demo/times.ts';
import { campaignOf, inCountries, lineOf } from '../../domain/sandbox/auction/play.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The demo's lines in the simulated auctions, without a database. */

const NOW = Date.parse('2027-03-01T00:00:00Z');
const FROM = NOW - 390 * DAY_MS;
const RATES: Readonly<Record<string, number>> = {
  ...{ USD: 1, EUR: 1.08, GBP: 1.27, JPY: 0.0067, AUD: 0.66, BRL: 0.19, MXN: 0.055, NOK: 0.094 },
};
const days = ([from, to]: readonly [number, number]) => [NOW + from * DAY_MS, NOW + to * DAY_MS] as const;

let id = 0;
const nextId = () => {
  id += 1;
  return id;
};
const campaigns = TRADES.flatMap((trade, index) =>
  planCampaigns(trade, index)
    .filter(({ status }) => status === 'ACTIVE')
    .map((planned): DeliveringCampaign => {
      const campaignId = nextId();
      const active = planned.lines.filter(({ status }) => status === 'ACTIVE');
      return campaignOf({
        id: campaignId,
        timezone: trade.timezone,
        currency: trade.currency,
        lines: active.map(({ native, markets, ads, flights, ...line }) => {
          const mediaType = native ? 'NATIVE' : 'DISPLAY';
          return lineOf({
            ...{ ...line, mediaType, campaignId, id: nextId(), advertiserId: index + 1, goalType: 'CPC' },
            countries: inCountries(...markets),
            flights: flights.map((flight) => ({
              id: nextId(),
              budget: flight.budget,
              dailyBudget: null,
              period: days(flight.days),
            })),
            ads: ads
              .filter(({ status }) => status === 'ACTIVE')
              .map((ad) => ({
                id: nextId(),
                creativeId: nextId(),
                mediaType,
                periods: ad.flights.map(days),
              })),
            adPeriods: flights.map((flight) => days(flight.days)),
          });
        }),
      });
    }),
);

it('spend nearly all of their budgets until now, but for those that bid too low, and some are ahead', () => {
  const rows = new Map<string, number>();
  const advertisers = new Set<number>();
  const spentOf = countingSpent();
  const simulate = simulation({
    campaigns,
    from: FROM,
    to: NOW,
    seed: 1,
    maxAds: 1,
    spentOf,
    rateAt: (currency) => RATES[currency],
    outcome: {
      fact: ({ lineId, advertiserId, hour }: FactRecord) => {
        rows.set(String(lineId), 1 + (rows.get(String(lineId)) ?? 0));
        if (Date.parse(String(hour)) >= NOW - 7 * DAY_MS) advertisers.add(Number(advertiserId));
      },
      lateFact: () => undefined,
      conversion: () => undefined,
    },
  });
  for (let hour = FROM; hour < NOW; hour += HOUR_MS) simulate(hour);
  const running = campaigns.flatMap((campaign) =>
    campaign.lines.flatMap(({ id: lineId, flights }) => {
      const flight = flights.find(({ period: [start, end] }) => start <= NOW && NOW < end);
      return flight ? [{ ...flight, spent: spentOf(campaign).flight(lineId, flight.id).spent }] : [];
    }),
  );
  const states = running.map(({ spent, budget, period: [start, end] }) => {
    const share = spent / 1e6 / (budget ?? 1);
    if (share > 0.9999) return 'SPENT';
    const ratio = share / ((NOW - start) / (end - start));
    return ratio < 0.9 ? 'BEHIND' : ratio > 1.1 ? 'AHEAD' : 'ON_TRACK';
  });
  const count = (state: string) => states.filter((one) => one === state).length;
  if (process.env.LOOK)
    console.log(
      [...rows.values()].reduce((sum, one) => sum + one, 0),
      Object.fromEntries(['SPENT', 'BEHIND', 'AHEAD', 'ON_TRACK'].map((state) => [state, count(state)])),
    );
  expect(advertisers.size).toBe(TRADES.length);
  expect(count('ON_TRACK')).toBeGreaterThan(states.length / 3);
  expect(count('BEHIND')).toBeLessThan(states.length / 4);
  for (const state of ['SPENT', 'BEHIND', 'AHEAD']) expect(count(state)).toBeGreaterThan(0);
});
