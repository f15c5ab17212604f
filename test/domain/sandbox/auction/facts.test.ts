import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../src/domain/sandbox/auction/days.ts';
import {
  adsOf,
  BOUNDLESS,
  campaignOf,
  flightOf,
  groupedBy,
  hourOf,
  inCountries,
  lineOf,
  play,
  totalOf,
} from './play.ts';

const SEEDS = [1, 2, 3];

describe.each(SEEDS)('facts with seed %s', (seed) => {
  const wide = lineOf({
    ads: adsOf(3),
    countries: inCountries('US', 'GB', 'DE'),
    flights: flightOf(5000, 7),
  });
  const { facts, late } = play(campaignOf({ lines: [wide] }), { seed, days: 7 });

  it('have no more clicks than impressions, than responses, than requests', () => {
    for (const record of facts) {
      const { impressions, clicks, responses, qualified, available } = totalOf([record]);
      const numbers = [clicks, impressions, responses, qualified, available];
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(clicks).toBeGreaterThanOrEqual(0);
    }
  });

  it('are of several ads and countries in an hour, each once', () => {
    const hours = groupedBy(
      facts.filter((record) => !late.some((one) => one.record === record)),
      hourOf,
    );
    expect(hours.size).toBe(7 * 24);
    for (const records of hours.values()) {
      const pairs = records.map(({ adId, country }) => `${adId} ${country}`);
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(new Set(records.map(({ adId }) => adId)).size).toBe(3);
      expect(new Set(records.map(({ country }) => country)).size).toBe(3);
    }
  });

  it('come late for some hours, and always before the books of the day close', () => {
    const hours = (records: readonly { hour: string | number }[]) =>
      new Set(records.map(({ hour }) => hour)).size;
    const share = hours(late.map(({ record }) => record)) / hours(facts);
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.2);
    for (const { dueAt, record } of late) {
      expect(dueAt).toBeGreaterThan(hourOf(record) + HOUR_MS);
      expect(dueAt).toBeLessThanOrEqual(hourOf(record) + 6 * HOUR_MS);
    }
  });

  it('have ads of a line whose click rates differ, and whose impressions do not', () => {
    const line = lineOf({ ads: adsOf(4), flights: flightOf(BOUNDLESS) });
    const played = play(campaignOf({ lines: [line] }), { seed, days: 3 });
    const ads = [...groupedBy(played.facts, ({ adId }) => adId).values()].map(totalOf);
    const rates = ads.map(({ clickRate }) => clickRate).sort((a, b) => a - b);
    expect(rates[3]).toBeGreaterThan(1.15 * (rates[0] ?? 1));
    for (const { impressions } of ads) expect(impressions).toBeCloseTo(ads[0]?.impressions ?? 0, -3);
  });

  it('have more clicks per impression for videos than for banners', () => {
    const rate = (mediaType: string) => {
      const line = lineOf({
        mediaType,
        bidPrice: 30,
        flights: flightOf(BOUNDLESS),
        ads: adsOf(4, mediaType),
      });
      return totalOf(play(campaignOf({ lines: [line] }), { seed, days: 2 }).facts).clickRate;
    };
    expect(rate('VIDEO')).toBeGreaterThan(2.5 * rate('DISPLAY'));
    expect(rate('NATIVE')).toBeGreaterThan(1.8 * rate('DISPLAY'));
    const mixed = lineOf({ ads: [...adsOf(1), ...adsOf(2, 'VIDEO').slice(1)], flights: flightOf(BOUNDLESS) });
    const ads = groupedBy(play(campaignOf({ lines: [mixed] }), { seed, days: 2 }).facts, ({ adId }) => adId);
    expect(totalOf(ads.get(22) ?? []).clickRate).toBeGreaterThan(1.5 * totalOf(ads.get(21) ?? []).clickRate);
  });

  it('have as many responses as pacing allows', () => {
    const responses = (pacingModeType: string, budget: number) => {
      const line = lineOf({ pacingModeType, flights: flightOf(budget, 4) });
      const { qualified, responses: answered } = totalOf(
        play(campaignOf({ lines: [line] }), { seed, days: 1 }).facts,
      );
      return answered / qualified;
    };
    expect(responses('EVEN', 4000)).toBeLessThan(0.2);
    expect(responses('PACE_AHEAD', 4000)).toBeGreaterThan(1.15 * responses('EVEN', 4000));
    expect(responses('ASAP', 4000)).toBeGreaterThan(2 * responses('EVEN', 4000));
    expect(responses('EVEN', 8000)).toBeGreaterThan(1.8 * responses('EVEN', 4000));
    expect(responses('EVEN', BOUNDLESS)).toBe(1);
  });
});

it('pacing changes how many requests are answered, and not the price', () => {
  const [slow, fast] = [1000, BOUNDLESS].map((budget) =>
    totalOf(play(campaignOf({ lines: [lineOf({ flights: flightOf(budget) })] }), { days: 7 }).facts),
  );
  expect(slow?.winRate).toBeCloseTo(fast?.winRate ?? 0, 2);
  expect(slow?.cpm).toBeCloseTo(fast?.cpm ?? 0, 1);
  expect(slow?.responses).toBeLessThan(0.1 * (fast?.responses ?? 0));
});

it('many ads and countries take turns: each delivers within days, and an hour has few rows', () => {
  const countries = inCountries('CA', 'DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'NL', 'PL', 'US');
  const { facts, late } = play(campaignOf({ lines: [lineOf({ ads: adsOf(7), countries })] }), { days: 3 });
  expect(new Set(facts.map(({ adId, country }) => `${adId} ${country}`)).size).toBe(70);
  expect(facts.length - late.length).toBeLessThanOrEqual(3 * 24 * 24);
});
