import { marketOf } from '../../domain/sandbox/auction/markets.ts';
import type { Trade } from './catalogue.ts';

/**
 * The content of the demo seat, computed from the catalogue alone, so that it is the same everywhere except
 * for dates.
 */
interface PlannedAd {
  readonly creative: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  /** The start and end of each flight, in days from today. */
  readonly flights: readonly (readonly [from: number, to: number])[];
}

export interface PlannedLine {
  readonly name: string;
  readonly status: 'ACTIVE' | 'PAUSED' | 'INACTIVE';
  readonly native: boolean;
  readonly bidPrice: number;
  readonly budget: number;
  readonly pacingModeType: 'EVEN' | 'PACE_AHEAD' | 'ASAP';
  /** ISO 3166 alpha-2 codes. */
  readonly markets: readonly string[];
  readonly days: readonly [from: number, to: number];
  readonly ads: readonly PlannedAd[];
}

interface PlannedCampaign {
  readonly name: string;
  readonly budget: number;
  readonly native: boolean;
  readonly lines: readonly PlannedLine[];
}

const THEMES = [
  { title: 'Always on', days: [-390, 365] },
  { title: 'Season opening', days: [-75, 45] },
  { title: 'Year-end offers', days: [-20, 60] },
] as const;
const TACTICS = ['Prospecting', 'Retargeting', 'Look-alikes', 'Contextual'] as const;
const FORMATS = ['Native feed', 'Native mail'] as const;
const BANNERS = ['300x250', '728x90', '160x600'] as const;

/** Returns the campaigns of one advertiser. `index` is its position in the catalogue. */
export function planCampaigns(trade: Trade, index: number): PlannedCampaign[] {
  const random = sequence(index + 1);
  return THEMES.slice(0, 2 + (index % 2)).map((theme, round) => {
    const native = (index + round) % 3 !== 2;
    const lines = TACTICS.slice(0, 3 + ((index + round) % 2)).map((tactic, at) => {
      const product = trade.products[(at + round) % trade.products.length] ?? trade.name;
      const format = native ? FORMATS[at % FORMATS.length] : 'Display';
      return {
        name: `${product} – ${tactic} – ${format}`,
        status: at === 2 ? ('PAUSED' as const) : at === 3 ? ('INACTIVE' as const) : ('ACTIVE' as const),
        native,
        bidPrice: bidOf(trade, { isLow: at === 1 && index % 3 === 1, chance: random() }),
        budget: budgetOf(trade, theme.days, random()),
        pacingModeType: pacingOf({ index, round, at }),
        markets: at === 0 ? trade.markets : [trade.markets[(index + at) % trade.markets.length] ?? 'US'],
        days: theme.days,
        ads: planAds(product, native, theme.days, random),
      };
    });
    return {
      name: `${theme.title}: ${trade.products[round % trade.products.length] ?? trade.name}`,
      budget: lines.reduce((sum, line) => sum + line.budget, 0),
      native,
      lines,
    };
  });
}

/** The approximate value of a dollar, so that budgets are about the same in every currency. */
const PER_DOLLAR: Readonly<Record<string, number>> = { JPY: 150, MXN: 18, NOK: 10, BRL: 5 };

/**
 * Returns a price per click, from 0.75 to 2.75 dollars. A low one wins few auctions, so that its line falls behind.
 */
function bidOf({ currency }: Trade, { isLow, chance }: { isLow: boolean; chance: number }): number {
  const dollars = isLow ? 0.15 + chance * 0.05 : 0.75 + chance * 2;
  return Math.round(dollars * (PER_DOLLAR[currency] ?? 1) * 100) / 100;
}

/** Most lines spend evenly, some ahead of that; a few spend their budget early in their flight. */
function pacingOf(position: { index: number; round: number; at: number }): PlannedLine['pacingModeType'] {
  const { index, round, at } = position;
  if (round === 1 && at === 1 && index % 3 === 0) return 'ASAP';
  return at === 0 && (index + round) % 3 === 1 ? 'PACE_AHEAD' : 'EVEN';
}

/** The size of a market whose supply carries the full budgets of an advertiser: people by their level of prices. */
const LARGE_MARKET = 60;

/** From 500 to 5,000 dollars for thirty days, and less in small markets. */
function budgetOf(
  { currency, markets }: Trade,
  [from, to]: readonly [number, number],
  random: number,
): number {
  const months = (to - from) / 30;
  const size = markets.map(marketOf).reduce((sum, { users, price }) => sum + users * price, 0);
  const monthly = 125 * (4 + Math.floor(random * 36)) * Math.min(size / LARGE_MARKET, 1);
  return Math.ceil(monthly / 100) * 100 * (PER_DOLLAR[currency] ?? 1) * Math.ceil(months);
}

function planAds(
  product: string,
  native: boolean,
  [from, to]: readonly [number, number],
  random: () => number,
): PlannedAd[] {
  return Array.from({ length: 2 + Math.floor(random() * 3) }, (_, at) => {
    const swap = from + Math.floor(((to - from) * (at + 1)) / 5);
    return {
      creative: native
        ? `${product}: ${['Made to last', 'New this week', 'Back in stock', 'Loved by thousands'][at]}`
        : `${product} ${BANNERS[at % BANNERS.length]}`,
      status: at === 3 ? 'INACTIVE' : 'ACTIVE',
      flights:
        at % 2 === 0
          ? [[from, to]]
          : [
              [from, swap],
              [swap + 7, to],
            ],
    };
  });
}

/**
 * Returns a small random generator (mulberry32) with a fixed seed, so that the demo looks the same
 * everywhere.
 */
function sequence(start: number): () => number {
  let state = start * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
