import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/domain/sandbox/delivery/days.ts';
import type { FlightState } from '../../../src/domain/sandbox/delivery/flight.ts';
import type { PlannedConversion } from '../../../src/domain/sandbox/delivery/hour-conversions.ts';
import type { FactRecord, HourFacts } from '../../../src/domain/sandbox/delivery/hour-facts.ts';
import type { DeliveringCampaign, DeliveringLine } from '../../../src/domain/sandbox/delivery/read-lines.ts';
import { runCampaign, type Spent } from '../../../src/domain/sandbox/delivery/run-campaign.ts';

const START = Date.parse('2027-03-01T05:00:00Z');
const DAY_MS = 24 * HOUR_MS;
const at = (days: number) => START + days * DAY_MS;

function lineOf(overrides: Partial<DeliveringLine> = {}): DeliveringLine {
  const periods = [[at(0), at(30)] as const];
  return {
    id: 7,
    seatId: 1,
    advertiserId: 2,
    campaignId: 3,
    packageId: null,
    bidPrice: 2,
    goalType: 'VCPM',
    multiplierCap: null,
    flights: [{ id: 11, period: [at(0), at(30)], budget: 3000 }],
    ads: [{ id: 21, periods }],
    adPeriods: periods,
    countries: ['US'],
    isLocal: false,
    targetsFunnel: false,
    blockedItems: 0,
    dayParts: new Map(),
    otherMultipliers: [],
    rules: [],
    ...overrides,
  };
}

const campaignOf = (overrides: Partial<DeliveringCampaign> = {}): DeliveringCampaign => ({
  id: 3,
  timezone: 'America/New_York',
  currency: 'USD',
  budget: null,
  budgetType: null,
  lines: [lineOf()],
  ...overrides,
});

/** Runs the days in steps of so many hours, as clocks move, and answers all that was brought. */
function play(
  campaign: DeliveringCampaign,
  {
    days = 31,
    stepHours = 31 * 24,
    seed = 1,
    rate = 1,
    change,
  }: {
    days?: number;
    stepHours?: number;
    seed?: number;
    rate?: number;
    /** The campaign as it is from an hour on. */
    change?: (hour: number) => DeliveringCampaign;
  } = {},
) {
  const facts: FactRecord[] = [];
  const late: NonNullable<HourFacts['late']>[] = [];
  const conversions: PlannedConversion[] = [];
  const flights = new Map<string, FlightState>();
  const spent: Spent = {
    campaign: { spent: 0, day: '', daySpent: 0, monthSpent: 0 },
    flight: (lineId, flightId) => {
      const key = `${lineId}.${flightId}`;
      const state = flights.get(key) ?? { spent: 0, day: '', allotment: 0, daySpent: 0 };
      flights.set(key, state);
      return state;
    },
  };
  for (let from = START; from < at(days); from += stepHours * HOUR_MS)
    runCampaign({
      campaign: change?.(from) ?? campaign,
      from,
      to: Math.min(from + stepHours * HOUR_MS, at(days)),
      seed,
      spent,
      rateAt: () => rate,
      outcome: {
        fact: (record) => facts.push(record),
        lateFact: (fact) => late.push(fact),
        conversion: (planned) => conversions.push(planned),
      },
    });
  const spentBy = new Map([...flights].map(([key, state]) => [Number(key.split('.')[1]), state.spent / 1e6]));
  return { facts: [...facts, ...late.map(({ record }) => record)], late, conversions, spent: spentBy };
}

const spendOf = (facts: readonly FactRecord[]): number =>
  Math.round(facts.reduce((sum, { spend }) => sum + Number(spend) * 1e6, 0)) / 1e6;
const hourOf = ({ hour }: FactRecord): number => Date.parse(String(hour));
const within = (facts: readonly FactRecord[], from: number, to: number) =>
  facts.filter((record) => hourOf(record) >= from && hourOf(record) < to);

describe('flights that overlap', () => {
  const flightOf = (id: number, from: number, to: number, budget: number) => ({
    id,
    budget,
    period: [at(from), at(to)] as const,
  });
  const shares = (spend: ReadonlyMap<number, number>, budgets: Readonly<Record<number, number>>) =>
    Object.entries(budgets).map(([id, budget]) => (spend.get(Number(id)) ?? 0) / budget);

  it.each([1, 0.6])(
    'spend in the order in which they began, each at least half and none beyond its budget, with a reach of %s',
    (reach) => {
      const budgets = { 1: 3000, 2: 2000, 3: 1000, 4: 1000 };
      const flights = [
        flightOf(2, 5, 25, budgets[2]),
        flightOf(1, 0, 20, budgets[1]),
        flightOf(3, 8, 30, budgets[3]),
        flightOf(4, 0, 20, budgets[4]),
      ];
      const line = lineOf({ flights, ...(reach < 1 && { isLocal: true, blockedItems: 500 }) });
      const { facts, spent } = play(campaignOf({ lines: [line] }));
      // The flight that began first is full before the one that began with it and has the next ID has anything.
      const first = play(campaignOf({ lines: [line] }), { days: 4 }).spent;
      expect(first.get(4)).toBe(0);
      expect(first.get(1)).toBeCloseTo(spendOf(within(facts, at(0), at(4))), 4);
      for (const share of shares(spent, budgets)) {
        expect(share).toBeGreaterThanOrEqual(0.5);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect([...spent.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(spendOf(facts), 4);
    },
  );
});

describe('a flight', () => {
  it('spends its whole budget by its end, and nothing after it', () => {
    const { facts } = play(campaignOf());
    expect(spendOf(facts)).toBe(3000);
    expect(facts.every((record) => hourOf(record) >= at(0) && hourOf(record) < at(30))).toBe(true);
  });

  it('spends evenly: no day more than its part of what is left', () => {
    const { facts } = play(campaignOf());
    for (let day = 0; day < 30; day += 1) {
      const spend = spendOf(within(facts, at(day), at(day + 1)));
      expect(spend).toBeGreaterThan(95);
      expect(spend).toBeLessThan(105);
    }
  });

  it('with narrow targeting and low bids spends less, and never less than half', () => {
    const narrow = {
      isLocal: true,
      targetsFunnel: true,
      blockedItems: 500,
      otherMultipliers: [0.1, 0.1, 0.1, 0.1],
    };
    const spend = spendOf(play(campaignOf({ lines: [lineOf(narrow)] })).facts);
    expect(spend).toBeGreaterThanOrEqual(1500);
    expect(spend).toBeLessThan(2400);
  });

  it('comes out alike in one step and in many, and differs with the seed', () => {
    const once = play(campaignOf());
    for (const stepHours of [1, 7, 24, 100]) expect(play(campaignOf(), { stepHours })).toEqual(once);
    expect(play(campaignOf(), { seed: 2 })).not.toEqual(once);
  });

  it('whose line was paused for a week catches up, and spends no more', () => {
    const { facts } = play(campaignOf(), {
      stepHours: 24,
      change: (hour) => campaignOf(hour >= at(7) && hour < at(14) ? { lines: [] } : {}),
    });
    expect(within(facts, at(7), at(14))).toEqual([]);
    expect(spendOf(facts)).toBe(3000);
  });

  it('whose budget is lowered below what it spent stops at once', () => {
    const low = campaignOf({
      lines: [lineOf({ flights: [{ id: 11, period: [at(0), at(30)], budget: 500 }] })],
    });
    const { facts } = play(campaignOf(), {
      stepHours: 24,
      change: (hour) => (hour >= at(10) ? low : campaignOf()),
    });
    expect(within(facts, at(10), at(31))).toEqual([]);
    expect(spendOf(facts)).toBeCloseTo(1000, -2);
  });

  it('whose budget is lowered in the middle of a day goes beyond it by nothing', () => {
    const noon = at(10) + 12 * HOUR_MS;
    const spent = spendOf(within(play(campaignOf()).facts, at(0), noon));
    const budget = Math.round((spent + 5) * 100) / 100;
    const low = campaignOf({ lines: [lineOf({ flights: [{ id: 11, period: [at(0), at(30)], budget }] })] });
    const { facts } = play(campaignOf(), {
      stepHours: 6,
      change: (hour) => (hour >= noon ? low : campaignOf()),
    });
    expect(spendOf(facts)).toBe(budget);
  });

  it('delivers only while an ad is in flight, and spends its budget in that time', () => {
    const periods = [[at(3), at(5)] as const, [at(20), at(21)] as const];
    const { facts } = play(
      campaignOf({ lines: [lineOf({ ads: [{ id: 21, periods }], adPeriods: periods })] }),
    );
    const during = [...within(facts, at(3), at(5)), ...within(facts, at(20), at(21))];
    expect(during.length).toBe(facts.length);
    expect(spendOf(facts)).toBe(3000);
  });

  it('delivers in the hours that begin in it', () => {
    const flights = [{ id: 11, period: [at(0) + 1000, at(1) + 1000] as const, budget: 24 }];
    const { facts } = play(campaignOf({ lines: [lineOf({ flights })] }));
    expect(Math.min(...facts.map(hourOf))).toBe(at(0) + HOUR_MS);
    expect(Math.max(...facts.map(hourOf))).toBe(at(1));
    expect(spendOf(facts)).toBe(24);
  });

  it('in another currency spends its budget at the rate, rounded down', () => {
    const { facts } = play(campaignOf({ currency: 'JPY' }), { rate: 0.0067 });
    expect(spendOf(facts)).toBeLessThanOrEqual(3000 * 0.0067);
    expect(spendOf(facts)).toBeGreaterThan(3000 * 0.0067 - 0.01);
  });

  it('spends by its own multiplier of an hour', () => {
    // Monday to Sunday, 9 o'clock in New York.
    const dayParts = new Map(Array.from({ length: 7 }, (_, day) => [day * 24 + 9, 5]));
    const nine = (line: Partial<DeliveringLine>) =>
      spendOf(
        play(campaignOf({ lines: [lineOf(line)] }), { days: 7 }).facts.filter(
          (record) => (hourOf(record) / HOUR_MS) % 24 === 14,
        ),
      );
    expect(nine({ dayParts })).toBeGreaterThan(3 * nine({}));
    expect(nine({ dayParts, multiplierCap: 1 })).toBe(nine({}));
  });
});

describe('the budget of a campaign', () => {
  const two = [lineOf(), lineOf({ id: 8, flights: [{ id: 12, period: [at(0), at(30)], budget: 3000 }] })];

  it('for its life is never passed by its lines together', () => {
    expect(spendOf(play(campaignOf({ lines: two, budget: 1234.56, budgetType: 'LIFETIME' })).facts)).toBe(
      1234.56,
    );
  });

  it('of a day is never passed on any day', () => {
    const { facts } = play(campaignOf({ lines: two, budget: 50, budgetType: 'DAILY' }), { stepHours: 5 });
    // The first of the days ends at midnight in New York.
    for (let day = 0; day < 13; day += 1)
      expect(spendOf(within(facts, at(day), at(day + 1)))).toBeLessThanOrEqual(50);
    expect(spendOf(within(facts, at(1), at(2)))).toBe(50);
  });

  it('of a month starts anew with the month', () => {
    const { facts } = play(campaignOf({ lines: two, budget: 100, budgetType: 'MONTHLY' }), { days: 30 });
    expect(spendOf(facts)).toBe(100);
  });
});

describe('facts', () => {
  it('have clicks within impressions, and bids that fit', () => {
    for (const record of play(campaignOf()).facts) {
      expect(Number(record.clicks)).toBeLessThanOrEqual(Number(record.impressions));
      expect(Number(record.bidResponses)).toBeGreaterThanOrEqual(Number(record.impressions));
      expect(Number(record.availableBidRequests)).toBeGreaterThanOrEqual(Number(record.qualifiedBidRequests));
    }
  });

  it('come late for some hours, and always before the books of the day close', () => {
    const { late, facts } = play(campaignOf());
    expect(late.length / facts.length).toBeGreaterThan(0.02);
    for (const { dueAt, record } of late) {
      expect(dueAt).toBeGreaterThan(hourOf(record) + HOUR_MS);
      expect(dueAt).toBeLessThanOrEqual(hourOf(record) + 6 * HOUR_MS);
    }
  });

  it('take ads and countries in turns: each has several in its flight, and an hour has one row', () => {
    const periods = [[at(0), at(30)] as const];
    const ads = Array.from({ length: 7 }, (_, id) => ({ id: 30 + id, periods }));
    const turnsOf = (days: number) => {
      const flights = [{ id: 11, period: [at(0), at(days)] as const, budget: 300 }];
      const line = lineOf({ ads, countries: ['CA', 'DE', 'FR', 'US'], flights });
      const { facts, late } = play(campaignOf({ lines: [line] }));
      expect(facts.length - late.length).toBeLessThanOrEqual(days * 24);
      const turns = facts.map(
        (record) => `${record.adId} ${record.country} ${String(record.hour).slice(0, 10)}`,
      );
      return { pairs: new Set(turns.map((turn) => turn.slice(0, -11))).size, rows: new Set(turns).size };
    };
    expect(turnsOf(30)).toMatchObject({ pairs: 28 });
    expect(turnsOf(3)).toMatchObject({ pairs: 28 });
    // Half a day each, though the days of UTC are not those of the flight.
    expect(turnsOf(30).rows).toBeLessThanOrEqual(31 * 2);
  });
});

describe('conversions', () => {
  const rule = {
    id: 5,
    pixelId: 9,
    clickWindow: 2,
    clickUnit: 'HOUR',
    viewWindow: 1,
    viewUnit: 'HOUR',
    acceptViews: false,
  };
  const played = (overrides: object) =>
    play(campaignOf({ lines: [lineOf({ rules: [{ ...rule, ...overrides }] })] })).conversions;

  it('follow clicks within the window of the rule, and never before the hour', () => {
    const conversions = played({});
    expect(conversions.length).toBeGreaterThan(5);
    for (const { at: moment, id } of conversions) {
      const hour = Number(id.split('-')[2]) * HOUR_MS;
      expect(moment).toBeGreaterThanOrEqual(hour);
      expect(moment).toBeLessThan(hour + HOUR_MS + 2 * HOUR_MS);
    }
    expect(played({ clickWindow: 30, clickUnit: 'DAY' }).length).toBeGreaterThan(3 * conversions.length);
  });

  it('follow views only where the rule takes them', () => {
    const views = (overrides: object) => played(overrides).filter(({ id }) => id.includes('-view-')).length;
    expect(views({})).toBe(0);
    expect(views({ acceptViews: true, viewWindow: 30, viewUnit: 'DAY' })).toBeGreaterThan(0);
  });

  it('have an id each', () => {
    const ids = played({ clickWindow: 30, clickUnit: 'DAY', acceptViews: true }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
