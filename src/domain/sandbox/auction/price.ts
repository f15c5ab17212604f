/** A log-normal distribution of the price to beat, cut off at the floor. Per thousand impressions, in US dollars. */
export interface Prices {
  readonly median: number;
  /** The standard deviation of the logarithm of the price. */
  readonly spread: number;
  readonly floor: number;
}

/** What a bid brings. */
export interface Chance {
  /** The probability that the bid is higher than the price to beat. */
  readonly winRate: number;
  /** The mean of what it then pays: the price to beat, at least the floor. 0 if it never wins. */
  readonly price: number;
}

const NEVER: Chance = { winRate: 0, price: 0 };

export function chanceOf(bid: number, { median, spread, floor }: Prices): Chance {
  if (!(bid >= floor)) return NEVER;
  const z = (price: number) => Math.log(price / median) / spread;
  const winRate = normal(z(bid));
  const atFloor = normal(z(floor));
  // The mean of a log-normal distribution between two prices.
  const mean = median * Math.exp(spread ** 2 / 2);
  const paid = floor * atFloor + mean * (normal(z(bid) - spread) - normal(z(floor) - spread));
  if (winRate < 1e-9) return NEVER;
  return { winRate, price: Math.min(Math.max(paid / winRate, floor), bid) };
}

/** The normal distribution function (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return z > 0 ? 1 - tail : tail;
}
