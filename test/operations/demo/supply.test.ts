import { expect, it, vi } from 'vitest';
import { simulation } from '../../../src/domain/sandbox/auction/run-hours.ts';
import type { FactRecord } from '../../../src/domain/sandbox/delivery/hour-facts.ts';
import type { DeliveringCampaign } from '../../../src/domain/sandbox/delivery/read-lines.ts';
import { TRADES } from '../../../src/operations/demo/catalogue.ts';
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
  const spent = new Map<string, number>();
  const advertisers = new Set<number>();
  const flights = new Map<string, { spent: number; day: string; allotment: number; daySpent: number }>();
  const simulate = simulation({
    campaigns,
    from: FROM,
    to: NOW,
    seed: 1,
    maxAds: 1,
    spentOf: () => ({
      campaign: { spent: 0, day: '', daySpent: 0, monthSpent: 0 },
      flight: (_, flightId) => {
        const state = flights.get(String(flightId)) ?? { spent: 0, day: '', allotment: 0, daySpent: 0 };
        flights.set(String(flightId), state);
        return state;
      },
    }),
    rateAt: (currency) => RATES[currency],
    outcome: {
      fact: ({ lineId, advertiserId, hour }: FactRecord) => {
        spent.set(String(lineId), 1 + (spent.get(String(lineId)) ?? 0));
        if (Date.parse(String(hour)) >= NOW - 7 * DAY_MS) advertisers.add(Number(advertiserId));
      },
      lateFact: () => undefined,
      conversion: () => undefined,
    },
  });
  for (let hour = FROM; hour < NOW; hour += HOUR_MS) simulate(hour);
  const running = campaigns
    .flatMap(({ lines }) => lines)
    .flatMap((line) => line.flights.find(({ period: [start, end] }) => start <= NOW && NOW < end) ?? []);
  const states = running.map(({ id: flightId, budget, period: [start, end] }) => {
    const share = (flights.get(String(flightId))?.spent ?? 0) / 1e6 / (budget ?? 1);
    if (share > 0.9999) return 'SPENT';
    const ratio = share / ((NOW - start) / (end - start));
    return ratio < 0.9 ? 'BEHIND' : ratio > 1.1 ? 'AHEAD' : 'ON_TRACK';
  });
  const count = (state: string) => states.filter((one) => one === state).length;
  if (process.env.LOOK)
    console.log(
      [...spent.values()].reduce((sum, one) => sum + one, 0),
      Object.fromEntries(['SPENT', 'BEHIND', 'AHEAD', 'ON_TRACK'].map((state) => [state, count(state)])),
    );
  expect(advertisers.size).toBe(TRADES.length);
  expect(count('ON_TRACK')).toBeGreaterThan(states.length / 3);
  expect(count('BEHIND')).toBeLessThan(states.length / 4);
  for (const state of ['SPENT', 'BEHIND', 'AHEAD']) expect(count(state)).toBeGreaterThan(0);
});
