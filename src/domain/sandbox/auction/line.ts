import type { DeliveringAd, DeliveringLine } from '../delivery/read-lines.ts';
import type { Target } from './auction.ts';
import { bidsOf, mediumOfLine } from './bid.ts';
import { covers, type Day, HOUR_MS, hourOfWeek } from './days.ts';
import { MEDIA, type Medium } from './media.ts';
import type { Course } from './pacing.ts';
import { chanceOf } from './price.ts';
import { DRAWS, random } from './random.ts';
import type { Supply } from './supply.ts';

/**
 * The maximum number of countries that a line bids in during one hour, and of ads that share them. If a line has more,
 * the largest countries are always included and the others alternate.
 */
const MAX_COUNTRIES = 6;
const MAX_ADS = 4;

/** A line's place in the supply: where it bids, how much, and with which ads. */
export class LineInSupply {
  readonly #line: DeliveringLine;
  readonly #reach: number;
  readonly #markets: readonly { readonly supply: Supply; readonly reach: number }[];
  readonly #bid: (hourOfWeek: number, usdPerUnit: number) => number;
  readonly #medium: Medium;

  readonly #seed: number;
  readonly #maxAds: number;

  constructor(options: {
    line: DeliveringLine;
    supplyOf: (country: string, medium: Medium) => Supply;
    seed: number;
    maxAds?: number | undefined;
  }) {
    const { line, supplyOf, seed, maxAds = MAX_ADS } = options;
    this.#line = line;
    this.#seed = seed;
    this.#maxAds = maxAds;
    this.#medium = mediumOfLine(line);
    this.#bid = bidsOf(line);
    this.#reach = reachOf(line);
    this.#markets = line.countries
      .map(({ code, share }) => ({ supply: supplyOf(code, this.#medium), reach: this.#reach * share }))
      .sort((a, b) => b.supply.expected(0) * b.reach - a.supply.expected(0) * a.reach);
  }

  bidAt(hour: number, day: Day, usdPerUnit: number): number {
    return this.#bid(hourOfWeek(day, hour), usdPerUnit);
  }

  targetsAt(hour: number): Target[] {
    return this.#marketsAt(hour).map(({ supply, reach }) => ({ cell: supply.at(hour), reach }));
  }

  /** Returns the ads that share the line's auctions of an hour. */
  adsAt(hour: number): DeliveringAd[] {
    const running = this.#line.ads.filter(({ periods }) => covers(periods, hour));
    return someOf(running, this.#maxAds, (hour / HOUR_MS) * this.#maxAds);
  }

  /** Returns what pacing knows of the supply. Volumes are in US dollars. */
  course(usdPerUnitAt: (hour: number) => number | undefined): Course {
    const { week } = MEDIA[this.#medium];
    const mean = week.reduce((sum, one) => sum + one, 0) / week.length;
    return {
      weekday: ({ weekday }) => (week[weekday] ?? mean) / mean,
      volume: (hour, day) => {
        const bid = this.bidAt(hour, day, usdPerUnitAt(hour) ?? 0);
        let volume = 0;
        for (const { supply, reach } of this.#marketsAt(hour)) {
          const { winRate, price } = chanceOf(bid, supply.pricesAt(hour));
          volume += supply.expected(hour) * reach * winRate * price;
        }
        return volume;
      },
    };
  }

  #marketsAt(hour: number) {
    const markets = this.#markets;
    if (markets.length <= MAX_COUNTRIES) return markets;
    const always = MAX_COUNTRIES / 2;
    const others = markets.slice(always);
    // By chance, so that every ad meets every country.
    const first = Math.floor(random(this.#seed, DRAWS.countries, this.#line.id, hour) * others.length);
    return [...markets.slice(0, always), ...someOf(others, MAX_COUNTRIES - always, first)];
  }
}

/** The share of a country's supply that a line's targeting leaves. */
function reachOf({ targetsFunnel, blockedItems }: DeliveringLine): number {
  return 0.9 * (targetsFunnel ? 0.5 : 1) * (1 - 0.3 * Math.min(blockedItems / 500, 1));
}

/** Returns `count` items from a place on. After the last item, the first one follows. */
function someOf<T>(items: readonly T[], count: number, first: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[(first + at) % items.length] as T);
}
