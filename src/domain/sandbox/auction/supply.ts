import { HOUR_MS } from './days.ts';
import { marketOf } from './markets.ts';
import { MEDIA, type Medium } from './media.ts';
import type { Prices } from './price.ts';
import { DRAWS, random } from './random.ts';

/** Bid requests of a country and a medium in one hour, for which all seats compete. */
export interface Cell extends Prices {
  readonly country: string;
  readonly requests: number;
  /** By seat: the share of the requests that none of its lines has answered yet. */
  readonly open: Map<number, number>;
}

const HOURS_OF_WEEK = 168;
/** Monday is 0, and 1 January 1970 was a Thursday. */
const FIRST_HOUR = 3 * 24;

/** The supply of a country and a medium. */
export class Supply {
  readonly country: string;
  readonly #seed: number;
  readonly #salt: number;
  readonly #utc: number;
  /** Bid requests by local hour of the week, without noise. */
  readonly #requests: readonly number[];
  /** By local hour of the day. */
  readonly #prices: readonly Prices[];
  #cell: Cell | undefined;
  #hour = Number.NaN;

  constructor({ country, medium, seed }: { country: string; medium: Medium; seed: number }) {
    const model = MEDIA[medium];
    const { users, price, utc } = marketOf(country);
    this.country = country;
    this.#seed = seed;
    this.#salt = saltOf(country + medium);
    this.#utc = utc;
    const perHour = (users * 1e6 * model.requestsPerUser) / 24;
    const [hours, week] = [relative(model.hours), relative(model.week)];
    this.#requests = week.flatMap((day) => hours.map((share) => perHour * day * share));
    // Where many people are, many advertisers bid: from a tenth below the median to a tenth above it.
    const busiest = Math.max(...hours);
    this.#prices = hours.map((share) => ({
      median: model.median * price * (0.9 + (0.2 * share) / busiest),
      spread: model.spread,
      floor: model.floor * price,
    }));
  }

  /** Returns how many requests an hour has on average. */
  expected(hour: number): number {
    return this.#requests[this.#localHour(hour)] ?? 0;
  }

  pricesAt(hour: number): Prices {
    return this.#prices[this.#localHour(hour) % 24] as Prices;
  }

  /** Returns the cell of an hour, which all lines share. */
  at(hour: number): Cell {
    if (this.#hour === hour && this.#cell) return this.#cell;
    const noise = 0.85 + 0.3 * random(this.#seed, DRAWS.supply, this.#salt, hour);
    this.#hour = hour;
    this.#cell = {
      country: this.country,
      requests: Math.round(this.expected(hour) * noise),
      open: new Map(),
      ...this.pricesAt(hour),
    };
    return this.#cell;
  }

  #localHour(hour: number): number {
    return (Math.floor(hour / HOUR_MS) + this.#utc + FIRST_HOUR) % HOURS_OF_WEEK;
  }
}

/** Scales numbers so that their mean is 1. */
function relative(course: readonly number[]): number[] {
  const mean = course.reduce((sum, one) => sum + one, 0) / course.length;
  return course.map((one) => one / mean);
}

function saltOf(text: string): number {
  let salt = 0;
  for (const char of text) salt = (Math.imul(salt, 31) + char.charCodeAt(0)) | 0;
  return salt;
}

/** Returns the supply of each country and medium, made once. */
export function suppliesOf(seed: number): (country: string, medium: Medium) => Supply {
  const made = new Map<string, Supply>();
  return (country, medium) => {
    const key = `${country} ${medium}`;
    const known = made.get(key) ?? new Supply({ country, medium, seed });
    made.set(key, known);
    return known;
  };
}
