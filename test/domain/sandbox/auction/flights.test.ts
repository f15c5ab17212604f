import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../src/domain/sandbox/auction/days.ts';
import type { DeliveringLine } from '../../../../src/domain/sandbox/delivery/read-lines.ts';
import { adsOf, at, campaignOf, flightOf, hourOf, lineOf, play, spendOf, totalOf, within } from './play.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('flights that overlap', () => {
  const flightFrom = (id: number, from: number, to: number, budget: number) => ({
    id,
    budget,
    dailyBudget: null,
    period: [at(from), at(to)] as const,
  });
  const shares = (spend: ReadonlyMap<number, number>, budgets: Readonly<Record<number, number>>) =>
    Object.entries(budgets).map(([id, budget]) => (spend.get(Number(id)) ?? 0) / budget);

  it.each([0, 500])(
    'spend in the order in which they began, each at least half and none beyond its budget, with %s sites blocked',
    (blockedItems) => {
      const budgets = { 1: 3000, 2: 2000, 3: 1000, 4: 1000 };
      const flights = [
        flightFrom(2, 5, 25, budgets[2]),
        flightFrom(1, 0, 20, budgets[1]),
        flightFrom(3, 8, 30, budgets[3]),
        flightFrom(4, 0, 20, budgets[4]),
      ];
      const line = lineOf({ flights, blockedItems });
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

  it('spends evenly: each day varies around its part, and less is spent on weekends', () => {
    const { facts } = play(campaignOf());
    const days = Array.from({ length: 28 }, (_, day) => spendOf(within(facts, at(day), at(day + 1))));
    expect(Math.min(...days)).toBeGreaterThan(70);
    expect(Math.max(...days)).toBeLessThan(135);
    expect(new Set(days).size).toBe(28);
    const weekends = days.filter((_, day) => day % 7 > 4);
    const others = days.filter((_, day) => day % 7 <= 4);
    expect(mean(weekends)).toBeLessThan(0.95 * mean(others));
  });

  it('paced ahead has spent more by its middle, and as soon as possible all on the first day', () => {
    const half = (pacingModeType: string) => {
      const { facts } = play(campaignOf({ lines: [lineOf({ pacingModeType })] }));
      expect(spendOf(facts)).toBe(3000);
      return { middle: spendOf(within(facts, at(0), at(15))), first: spendOf(within(facts, at(0), at(1))) };
    };
    const even = half('EVEN');
    expect(even.middle).toBeLessThan(1700);
    expect(half('PACE_AHEAD').middle).toBeGreaterThan(even.middle + 200);
    expect(half('ASAP').first).toBe(3000);
  });

  it.each(['EVEN', 'PACE_AHEAD', 'ASAP'])(
    'with a daily budget spends no more on any day, paced %s',
    (pacingModeType) => {
      const [flight] = flightOf(3000);
      const capped = (dailyBudget: number) => {
        const flights = flight ? [{ ...flight, dailyBudget }] : [];
        const { facts } = play(campaignOf({ lines: [lineOf({ pacingModeType, flights })] }), {
          stepHours: 5,
        });
        return Array.from({ length: 13 }, (_, day) => spendOf(within(facts, at(day), at(day + 1))));
      };
      for (const spend of capped(40)) expect(spend).toBe(40);
      if (pacingModeType === 'EVEN') expect(mean(capped(500))).toBeLessThan(120);
    },
  );

  it('is the same in one step and in many, and differs with the seed', () => {
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
      lines: [lineOf({ flights: flightOf(500) })],
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
    const low = campaignOf({ lines: [lineOf({ flights: flightOf(budget) })] });
    const { facts } = play(campaignOf(), {
      stepHours: 6,
      change: (hour) => (hour >= noon ? low : campaignOf()),
    });
    expect(spendOf(facts)).toBe(budget);
  });

  it('delivers only while an ad is in flight, and spends its budget in that time', () => {
    const periods = [[at(3), at(5)] as const, [at(20), at(21)] as const];
    const { facts } = play(
      campaignOf({ lines: [lineOf({ ads: adsOf(1, 'DISPLAY', periods), adPeriods: periods })] }),
    );
    const during = [...within(facts, at(3), at(5)), ...within(facts, at(20), at(21))];
    expect(during.length).toBe(facts.length);
    expect(spendOf(facts)).toBe(3000);
  });

  it('delivers in the hours that begin in it', () => {
    const flights = [
      { id: 11, period: [at(0) + 1000, at(1) + 1000] as const, budget: 24, dailyBudget: null },
    ];
    const { facts } = play(campaignOf({ lines: [lineOf({ flights })] }));
    expect(Math.min(...facts.map(hourOf))).toBe(at(0) + HOUR_MS);
    expect(Math.max(...facts.map(hourOf))).toBe(at(1));
    expect(spendOf(facts)).toBe(24);
  });

  it('in another currency spends its budget at the rate, rounded down', () => {
    const { facts } = play(campaignOf({ currency: 'JPY', lines: [lineOf({ bidPrice: 300 })] }), {
      rate: 0.0067,
    });
    expect(spendOf(facts)).toBeLessThanOrEqual(3000 * 0.0067);
    expect(spendOf(facts)).toBeGreaterThan(3000 * 0.0067 - 0.01);
  });

  it('spends by its own multiplier of an hour', () => {
    // Monday to Sunday, 9 o'clock in New York.
    const dayParts = new Map(Array.from({ length: 7 }, (_, day) => [day * 24 + 9, 5]));
    const nine = (line: Partial<DeliveringLine>) =>
      totalOf(
        play(campaignOf({ lines: [lineOf(line)] }), { days: 7 }).facts.filter(
          (record) => (hourOf(record) / HOUR_MS) % 24 === 14,
        ),
      );
    const [raised, usual] = [nine({ dayParts }), nine({})];
    expect(raised.spend).toBeGreaterThan(1.8 * usual.spend);
    expect(raised.winRate).toBeGreaterThan(1.2 * usual.winRate);
    expect(nine({ dayParts, multiplierCap: 1 })).toEqual(usual);
    expect(nine({ dayParts: new Map([...dayParts.keys()].map((hour) => [hour, 0])) }).impressions).toBe(0);
  });
});

describe('the budget of a campaign', () => {
  const flights = [{ id: 12, period: [at(0), at(30)] as const, budget: 3000, dailyBudget: null }];
  const two = [lineOf(), lineOf({ id: 8, flights })];

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

  it('with a daily budget spends no more on any day', () => {
    const campaign = campaignOf({ lines: two, budget: 300, budgetType: 'LIFETIME', dailyBudget: 40 });
    const { facts } = play(campaign, { stepHours: 5 });
    const days = Array.from({ length: 13 }, (_, day) => spendOf(within(facts, at(day), at(day + 1))));
    expect(days.slice(1, 3)).toEqual([40, 40]);
    expect(Math.max(...days)).toBe(40);
    expect(spendOf(facts)).toBe(300);
  });

  it('of a month restarts with the month', () => {
    const { facts } = play(campaignOf({ lines: two, budget: 100, budgetType: 'MONTHLY' }), { days: 30 });
    expect(spendOf(facts)).toBe(100);
  });
});
