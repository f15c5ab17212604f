import { describe, expect, it } from 'vitest';
import { compete } from '../../../../src/domain/sandbox/auction/auction.ts';
import { HOUR_MS } from '../../../../src/domain/sandbox/auction/days.ts';
import type { Medium } from '../../../../src/domain/sandbox/auction/media.ts';
import { chanceOf } from '../../../../src/domain/sandbox/auction/price.ts';
import { Supply } from '../../../../src/domain/sandbox/auction/supply.ts';
import type { DeliveringLine } from '../../../../src/domain/sandbox/delivery/read-lines.ts';
import {
  at,
  BOUNDLESS,
  campaignOf,
  flightOf,
  groupedBy,
  hourOf,
  inCountries,
  lineOf,
  play,
  START,
  totalOf,
} from './play.ts';

const SEEDS = [1, 2, 3];
const [DAYS, WEEK] = [3, 7];

/** What a line delivers in some days. Without a budget given, none binds it. */
const delivered = (line: Partial<DeliveringLine>, seed: number, days = DAYS) =>
  totalOf(
    play(campaignOf({ lines: [lineOf({ flights: flightOf(BOUNDLESS), ...line })] }), { seed, days }).facts,
  );
/** What lines that compete deliver, by line. */
function competing(seed: number, ...lines: Partial<DeliveringLine>[]) {
  const campaigns = lines.map((line, number) =>
    campaignOf({
      id: number + 3,
      lines: [lineOf({ flights: flightOf(BOUNDLESS), id: number + 7, campaignId: number + 3, ...line })],
    }),
  );
  const byLine = groupedBy(play(campaigns, { seed, days: DAYS }).facts, ({ lineId }) => lineId);
  return lines.map((_, number) => totalOf(byLine.get(number + 7) ?? []));
}
/** The median price of a line's targets over a week, where it is highest. */
const median = (country: string, medium: Medium) => {
  const supply = new Supply({ country, medium, seed: 1 });
  return Math.max(
    ...Array.from({ length: 168 }, (_, hour) => supply.pricesAt(START + hour * HOUR_MS).median),
  );
};

describe.each(SEEDS)('with seed %s', (seed) => {
  it.each(['DISPLAY', 'VIDEO', 'NATIVE'])(
    'more bid buys more impressions at a higher price: %s',
    (mediaType) => {
      const bids = [0.5, 1, 2, 4, 8, 16, 32].map((bidPrice) => delivered({ bidPrice, mediaType }, seed));
      for (const [before, more] of bids.slice(1).map((one, index) => [bids[index], one] as const)) {
        if (!before?.impressions) continue;
        expect(more.impressions).toBeGreaterThan(before.impressions);
        expect(more.cpm).toBeGreaterThan(before.cpm);
        expect(more.winRate).toBeGreaterThan(before.winRate);
      }
      expect(bids.at(-1)?.impressions).toBeGreaterThan(1000);
    },
  );

  it('once the budget binds, more bid buys fewer impressions for the same money', () => {
    const flights = flightOf(300, DAYS);
    const [low, high] = [2, 8].map((bidPrice) => delivered({ bidPrice, flights }, seed));
    expect(high?.spend).toBe(low?.spend);
    expect(high?.impressions).toBeLessThan(low?.impressions ?? 0);
  });

  it('a bid of 0.01 buys next to nothing', () => {
    for (const mediaType of ['DISPLAY', 'VIDEO', 'NATIVE'])
      expect(delivered({ bidPrice: 0.01, mediaType }, seed).impressions).toBeLessThan(10);
  });

  it('pays no more than the bid, and no less than the floor', () => {
    const line = { bidPrice: 0.3, countries: inCountries('US', 'IN') };
    const { cpm, impressions } = delivered(line, seed);
    expect(impressions).toBeGreaterThan(1000);
    expect(cpm).toBeLessThan(0.3);
    expect(cpm).toBeGreaterThan(0.018);
  });

  it('pays no more than the bid for any win of an hour whose budget is nearly nothing, and no more than the budget', () => {
    const supply = new Supply({ country: 'US', medium: 'DISPLAY', seed });
    const bidder = { lineId: 7, seatId: 1, bid: 0.5 };
    let won = 0;
    for (let hour = START; hour < at(WEEK); hour += HOUR_MS)
      for (const budget of [300, 700, 1_050]) {
        const targets = [{ cell: supply.at(hour), reach: 0.01 }];
        for (const { cost, wins } of compete({ ...bidder, targets }, { budget, seed, hour })) {
          expect(cost).toBeLessThanOrEqual(Math.min(budget, wins * bidder.bid * 1000));
          won += wins;
        }
      }
    expect(won).toBeGreaterThan(WEEK * 24);
  });

  it('half the multipliers, fewer wins', () => {
    const multipliers = [1.2, 1.1, 0.9, 1];
    const whole = delivered({ otherMultipliers: multipliers }, seed);
    const half = delivered({ otherMultipliers: multipliers.map((one) => one / 2) }, seed);
    expect(half.impressions).toBeLessThan(0.8 * whole.impressions);
    expect(half.winRate).toBeLessThan(0.8 * whole.winRate);
    const capped = delivered({ otherMultipliers: multipliers, multiplierCap: 0.5 }, seed);
    expect(capped.impressions).toBeLessThan(0.8 * whole.impressions);
  });

  it('lines of one seat compete: the highest bid answers, and the other gets what is left', () => {
    const alone = delivered({ bidPrice: 2 }, seed);
    const [lower, higher] = competing(seed, { bidPrice: 2 }, { bidPrice: 2.5 });
    expect(higher?.responses).toBeGreaterThan(0.8 * alone.responses);
    expect(lower?.responses).toBeLessThan(0.2 * alone.responses);
    expect((lower?.responses ?? 0) + (higher?.responses ?? 0)).toBeLessThanOrEqual(alone.available);
  });

  it('equal bids of one seat share the requests', () => {
    const alone = delivered({}, seed);
    const [one, other] = competing(seed, {}, {});
    for (const line of [one, other]) expect(line?.responses).toBeGreaterThan(0.2 * alone.responses);
    expect((one?.responses ?? 0) + (other?.responses ?? 0)).toBeLessThanOrEqual(alone.available);
  });

  it('lines that do not target the same leave each other alone', () => {
    const [us] = competing(
      seed,
      {},
      { bidPrice: 5, countries: inCountries('GB') },
      { mediaType: 'VIDEO', bidPrice: 30 },
    );
    expect(us).toEqual(delivered({}, seed));
  });

  it('a line that its budget holds back leaves requests to lower bids', () => {
    const alone = delivered({}, seed);
    const [lower] = competing(seed, {}, { bidPrice: 5, flights: flightOf(100, DAYS) });
    expect(lower?.impressions).toBeGreaterThan(0.98 * alone.impressions);
  });

  it('seats compete: both answer, and the higher bid wins more often', () => {
    const alone = delivered({}, seed);
    const [lower, higher] = competing(seed, {}, { bidPrice: 3, seatId: 2 });
    expect(lower?.responses).toBe(alone.responses);
    expect(lower?.winRate).toBeLessThan(0.3 * alone.winRate);
    expect(higher?.winRate).toBeGreaterThan(alone.winRate);
  });

  it('supply is finite and differs by country, medium, hour and weekday', () => {
    const available = (line: Partial<DeliveringLine>, days = DAYS) =>
      delivered({ bidPrice: 50, ...line }, seed, days).available;
    expect(available({})).toBeGreaterThan(3 * available({ countries: inCountries('GB') }));
    expect(available({ mediaType: 'VIDEO' })).toBeLessThan(0.5 * available({}));
    expect(available({ countries: [{ code: 'US', share: 0.1 }] })).toBe(available({}));
    const { facts } = play(campaignOf({ lines: [lineOf({ flights: flightOf(BOUNDLESS) })] }), {
      seed,
      days: WEEK,
    });
    const sums = (by: (hour: number) => number) =>
      new Map([...groupedBy(facts, (record) => by(hourOf(record)))].map(([key, all]) => [key, totalOf(all)]));
    const hours = sums((hour) => ((hour - START) / HOUR_MS) % 24);
    expect(hours.get(20)?.impressions).toBeGreaterThan(5 * (hours.get(4)?.impressions ?? 0));
    const days = sums((hour) => Math.floor((hour - START) / (24 * HOUR_MS)));
    for (const weekday of [0, 1, 2, 3])
      for (const weekend of [5, 6])
        expect(days.get(weekend)?.impressions).toBeLessThan(0.95 * (days.get(weekday)?.impressions ?? 0));
  });

  it.each([
    ['US', 'DISPLAY', 3000],
    ['US', 'VIDEO', 20_000],
    ['GB', 'NATIVE', 5000],
    ['NO', 'DISPLAY', 2000],
    ['AW', 'DISPLAY', 900],
  ] as const)(
    'a bid at the median of %s %s spends between half and all of a budget that the supply carries',
    (country, mediaType, budget) => {
      for (const pacingModeType of ['EVEN', 'PACE_AHEAD', 'ASAP']) {
        const line = {
          bidPrice: median(country, mediaType),
          mediaType,
          pacingModeType,
          countries: inCountries(country),
        };
        const { spend } = delivered({ ...line, flights: flightOf(budget) }, seed, 31);
        expect(spend).toBeGreaterThanOrEqual(budget / 2);
        expect(spend).toBeLessThanOrEqual(budget);
      }
    },
  );

  it('a budget that the supply does not carry is not spent', () => {
    const { spend } = delivered({ countries: inCountries('AW'), flights: flightOf(1e6) }, seed, 31);
    expect(spend).toBeGreaterThan(500);
    expect(spend).toBeLessThan(10_000);
  });
});

it('a bid of 2 dollars for display in the United States is above the median', () => {
  expect(median('US', 'DISPLAY')).toBeLessThan(2);
  expect(median('US', 'DISPLAY')).toBeGreaterThan(1);
});

it('a price per click bids what a click is worth, in the currency of the advertiser', () => {
  const cpc = delivered({ goalType: 'CPC', bidPrice: 1.5 }, 1);
  expect(cpc).toEqual(delivered({ bidPrice: 1.8 }, 1));
  const completed = delivered({ goalType: 'CPCV', bidPrice: 0.02, mediaType: 'VIDEO' }, 1);
  expect(completed).toEqual(delivered({ bidPrice: 13, mediaType: 'VIDEO' }, 1));
  const yen = play(
    campaignOf({ lines: [lineOf({ bidPrice: 300, flights: flightOf(1e6, DAYS) })], currency: 'JPY' }),
    {
      days: DAYS,
      rate: 0.0067,
    },
  );
  expect(totalOf(yen.facts).cpm).toBeLessThan(2.01);
  expect(totalOf(yen.facts).winRate).toBeGreaterThan(0.5);
});

it('wins as often as a log-normal price is below the bid, and pays its mean', () => {
  const prices = { median: 2, spread: 0.6, floor: 0.2 };
  expect(chanceOf(2, prices).winRate).toBeCloseTo(0.5, 5);
  expect(chanceOf(1e6, prices)).toEqual({
    winRate: expect.closeTo(1, 5),
    // Its mean, and a little more for prices below the floor.
    price: expect.closeTo(2 * Math.exp(0.18), 3),
  });
  expect(chanceOf(0.19, prices)).toEqual({ winRate: 0, price: 0 });
  expect(chanceOf(0.21, prices).price).toBeGreaterThanOrEqual(0.2);
});

it('the same seed produces the same result, another one does not', () => {
  const [one, again, other] = [1, 1, 2].map((seed) => delivered({}, seed));
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
  expect(at(0)).toBe(START);
});
