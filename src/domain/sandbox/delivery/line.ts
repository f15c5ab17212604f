import { type Day, HOUR_MS, hourOfWeek, type Period } from './days.ts';
import { DRAWS, random } from './random.ts';
import type { DeliveringLine } from './read-lines.ts';

/** The share of a day's traffic per hour: low at night, with peaks at noon and in the evening. */
const TRAFFIC = [3, 2, 2, 1, 1, 2, 3, 5, 7, 9, 10, 11, 12, 12, 11, 11, 12, 13, 14, 15, 14, 11, 8, 5];
/** Even with narrow targeting, a line spends at least this share of its budget. */
const LEAST_SHARE = 0.55;
const DEFAULT_CPM = 2.5;
const CHEAPEST_CPM = 0.05;

/** What follows from a line's settings, the same for all hours. */
export interface LineTraits {
  /** The share of its budget that the line can spend: narrow targeting and low bids find less supply. */
  readonly share: number;
  /** Clicks per impression. */
  readonly clickRate: number;
  /** The price of a thousand impressions, in the advertiser's currency. */
  readonly cpm: number;
  /** Impressions per bid response. */
  readonly winRate: number;
}

export function traitsOf(line: DeliveringLine, seed: number): LineTraits {
  const { id, bidPrice, goalType, otherMultipliers } = line;
  const clickRate = 0.001 + 0.004 * random(seed, DRAWS.clickRate, id);
  const bid = capped(line, mean(otherMultipliers));
  const paid = 0.6 + 0.35 * random(seed, DRAWS.price, id);
  const perThousand = goalType?.includes('CPC') ? (bidPrice ?? 0) * clickRate * 1000 : bidPrice;
  const cpm = Math.max((perThousand || DEFAULT_CPM) * paid * Math.sqrt(bid), CHEAPEST_CPM);
  const blocked = Math.min(line.blockedItems / 500, 1);
  const reach = (line.isLocal ? 0.8 : 1) * (line.targetsFunnel ? 0.85 : 1) * (1 - 0.3 * blocked);
  return {
    share: Math.max(reach * Math.min(bid, 1), LEAST_SHARE),
    clickRate,
    cpm,
    winRate: Math.min((0.12 + 0.1 * random(seed, DRAWS.winRate, id)) * Math.sqrt(bid), 0.9),
  };
}

/** The possible lengths of a turn, in hours. */
const TURNS = [24, 12, 8, 6, 4, 3, 2];

/**
 * Returns how many hours an ad delivers in one country before the next one's turn. Every combination gets two turns in
 * the flight, and in a long flight a day has few rows.
 */
export function turnHours({ ads, countries }: DeliveringLine, [start, end]: Period): number {
  const fair = (end - start) / HOUR_MS / (2 * ads.length * countries.length);
  return TURNS.find((hours) => hours <= fair) ?? 1;
}

/** Returns the weight of an hour in a day's delivery, relative to the other hours. */
export function weightOf(line: DeliveringLine, day: Day, hour: number, seed: number): number {
  const at = hourOfWeek(day, hour);
  const chance = 0.8 + 0.4 * random(seed, DRAWS.volume, line.id, hour);
  return (TRAFFIC[at % 24] ?? 1) * chance * dayPart(line, at);
}

/** Returns the bid multiplier of an hour of the week. */
export const dayPart = (line: DeliveringLine, at: number): number => capped(line, line.dayParts.get(at) ?? 1);

const capped = ({ multiplierCap }: DeliveringLine, multiplier: number): number =>
  Math.min(multiplier, multiplierCap ?? Number.POSITIVE_INFINITY);

/** Each multiplier applies to a part of the supply; the rest has multiplier 1. */
function mean(multipliers: readonly number[]): number {
  const shown = multipliers.slice(0, 100);
  const rest = Math.max(4 - shown.length, 0);
  const sum = shown.reduce((total, one) => total + one, rest);
  return sum / (shown.length + rest || 1);
}
