import { chanceOf } from './price.ts';
import { DRAWS, random } from './random.ts';
import type { Cell } from './supply.ts';

/** Money is counted in millionths, as exact integers. */
export const MICROS = 1_000_000;
/** A larger budget cannot be counted exactly. Tests do not need one. */
const LARGEST = 9e15;

/** Returns an amount in millionths; infinity without one. */
export const inMicros = (amount: number | null): number =>
  amount === null ? Number.POSITIVE_INFINITY : Math.min(Math.round(amount * MICROS), LARGEST);

/** Where a line bids, and the share of the cell's requests that match its targeting. */
export interface Target {
  readonly cell: Cell;
  readonly reach: number;
}

/** A line in the auctions of an hour. */
export interface Bidder {
  readonly lineId: number;
  readonly seatId: number;
  /** In US dollars per thousand impressions. */
  readonly bid: number;
  /** Decides among equal bids. */
  readonly tieBreaker: number;
  readonly targets: readonly Target[];
}

/** What a bidder's bids in one cell came to. Each number is at most the one before it. */
export interface CellOutcome {
  readonly country: string;
  readonly requests: number;
  /** Requests that match the targeting. */
  readonly qualified: number;
  /** Requests that the line answered with a bid. */
  readonly responses: number;
  readonly wins: number;
  /** In millionths of a US dollar. */
  readonly cost: number;
}

/** The order in which lines answer: the highest bid first. Among equal ones the seed decides, anew each hour. */
export const byBid = (a: Bidder, b: Bidder): number =>
  b.bid - a.bid || a.tieBreaker - b.tieBreaker || a.lineId - b.lineId;

export const tieBreakerOf = (lineId: number, { seed, hour }: { seed: number; hour: number }): number =>
  random(seed, DRAWS.tie, lineId, hour);

/**
 * Runs the auctions of a bidder, after those of all higher bids. It does not see requests that a higher bid
 * of the same seat answered, and loses those that a higher bid of another seat answered. Of the others, it wins those
 * whose price is below the bid, and pays the price. To spend no more than `budget`, it answers only a part of the
 * requests.
 */
export function compete(
  { lineId, seatId, bid, targets }: Omit<Bidder, 'tieBreaker'>,
  { budget, seed, hour }: { budget: number; seed: number; hour: number },
): CellOutcome[] {
  const offers = targets.map(({ cell, reach }) => {
    const open = cell.open.get(seatId) ?? 1;
    const { winRate, price } = chanceOf(bid, cell);
    const answerable = cell.requests * reach * open;
    return { cell, reach, open, answerable, price, wins: answerable * openToOthers(cell, seatId) * winRate };
  });
  // A price per thousand in dollars is the price of one in thousandths.
  const full = offers.reduce((sum, { wins, price }) => sum + wins * price * 1000, 0);
  const throttle = full > budget ? budget / full : 1;
  const outcomes = offers.map(({ cell, reach, open, answerable, wins, price }, at) => {
    cell.open.set(seatId, open * (1 - reach * throttle));
    const chance = random(seed, DRAWS.wins, lineId * 31 + at, hour);
    const won = Math.min(Math.floor(wins * throttle + chance), Math.floor(answerable));
    const responses = Math.max(Math.round(answerable * throttle), won);
    const qualified = Math.max(Math.round(cell.requests * reach), responses);
    const requests = Math.max(cell.requests, qualified);
    return { country: cell.country, requests, qualified, responses, wins: won, price };
  });
  return priced(outcomes, { budget, isThrottled: throttle < 1, bid });
}

/**
 * Sets the cost of wins. A throttled line spends exactly its budget. Prices are adjusted to that, since the number of
 * wins is an integer, but never exceed the bid.
 */
function priced(
  outcomes: readonly (Omit<CellOutcome, 'cost'> & { price: number })[],
  { budget, isThrottled, bid }: { budget: number; isThrottled: boolean; bid: number },
): CellOutcome[] {
  const total = outcomes.reduce((sum, { wins, price }) => sum + wins * price * 1000, 0);
  const wins = outcomes.reduce((sum, one) => sum + one.wins, 0);
  const spend = Math.floor(Math.min(isThrottled ? budget : total, budget, wins * bid * 1000));
  let [sofar, before] = [0, 0];
  // Without spread and rest properties, which V8 creates slowly.
  return outcomes.map(({ country, requests, qualified, responses, wins: won, price }) => {
    sofar += won * price * 1000;
    const until = total > 0 ? Math.floor((spend * sofar) / total) : 0;
    const cost = (sofar === total ? (total > 0 ? spend : 0) : until) - before;
    before += cost;
    return { country, requests, qualified, responses, wins: won, cost };
  });
}

/** Returns the share of a cell's requests that no higher bid of another seat answered. */
function openToOthers({ open }: Cell, seatId: number): number {
  let share = 1;
  for (const [seat, left] of open) if (seat !== seatId) share *= left;
  return share;
}
