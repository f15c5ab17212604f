import { marketOf } from '../../domain/sandbox/auction/markets.ts';
import { TRADES, type Trade } from './catalogue.ts';
import { isAt, type Position, STORIES } from './stories.ts';

/**
 * The content of the demo seat, computed from the catalogue alone, so that it is the same everywhere except
 * for dates.
 */
interface PlannedAd {
  readonly creative: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  readonly flights: readonly Days[];
  /** Its clicks cost money, and no conversion follows them. */
  readonly hasNoConversions: boolean;
}

/** The start and the end of a period, in days from today. */
type Days = readonly [from: number, to: number];

interface PlannedFlight {
  readonly days: Days;
  readonly budget: number;
}

export interface PlannedLine {
  readonly name: string;
  readonly status: 'ACTIVE' | 'PAUSED' | 'INACTIVE';
  readonly native: boolean;
  readonly bidPrice: number;
  /** The bid before the last change of it. */
  readonly earlierBid?: number;
  readonly flights: readonly PlannedFlight[];
  readonly pacingModeType: 'EVEN' | 'PACE_AHEAD' | 'ASAP';
  /** ISO 3166 alpha-2 codes. */
  readonly markets: readonly string[];
  readonly ads: readonly PlannedAd[];
}

interface PlannedCampaign {
  readonly name: string;
  readonly status: 'ACTIVE' | 'PAUSED';
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
    const lines = TACTICS.slice(0, 3 + ((index + round) % 2)).map((tactic, at): PlannedLine => {
      const position = { index, round, at };
      const product = trade.products[(at + round) % trade.products.length] ?? trade.name;
      const format = native ? FORMATS[at % FORMATS.length] : 'Display';
      const bid = bidOf(trade, { isLow: at === 1 && index % 3 === 1, chance: random() });
      const isLowered = isAt(STORIES.lowered, position);
      const budget = budgetOf(trade, theme.days, random()) * (isLowered ? 10 : 1);
      const flights = planFlights(position, theme.days, budget);
      return {
        name: `${product} – ${tactic} – ${format}`,
        status: at === 2 ? 'PAUSED' : at === 3 ? 'INACTIVE' : 'ACTIVE',
        native,
        bidPrice: isLowered ? Math.round(bid * LOWERED_TO * 100) / 100 : bid,
        ...(isLowered && { earlierBid: bid }),
        flights,
        pacingModeType: pacingOf(position),
        markets: at === 0 ? trade.markets : [trade.markets[(index + at) % trade.markets.length] ?? 'US'],
        ads: planAds({ product, native, days: theme.days, random, position }),
      };
    });
    return {
      name: `${theme.title}: ${trade.products[round % trade.products.length] ?? trade.name}`,
      status: index === STORIES.paused.index && round === STORIES.paused.round ? 'PAUSED' : 'ACTIVE',
      budget: lines.flatMap(({ flights }) => flights).reduce((sum, { budget }) => sum + budget, 0),
      native,
      lines,
    };
  });
}

/** Returns the lines of all advertisers of the catalogue. */
export const plannedLines = (): PlannedLine[] => TRADES.flatMap(planCampaigns).flatMap(({ lines }) => lines);

/** The share of its bid at which a line wins only a few auctions. */
const LOWERED_TO = 0.06;
/**
 * Flights of a year or more are a quarter long. Each has more budget than the one before, by this share of the first.
 */
const QUARTERS = 8;
const GROWTH = 0.12;

function planFlights(position: Position, [from, to]: Days, budget: number): PlannedFlight[] {
  if (isAt(STORIES.betweenFlights, position)) {
    const half = Math.ceil(budget / 2);
    return [
      { days: [from, -12], budget: half },
      { days: [6, to], budget: half },
    ];
  }
  if (to - from < 365) return [{ days: [from, to], budget }];
  const weights = Array.from({ length: QUARTERS }, (_, at) => 1 + GROWTH * at);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const start = (at: number) => from + Math.round(((to - from) * at) / QUARTERS);
  return weights.map((weight, at) => ({
    days: [start(at), start(at + 1)],
    budget: Math.round((budget * weight) / total),
  }));
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
function pacingOf(position: Position): PlannedLine['pacingModeType'] {
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

function planAds(options: {
  product: string;
  native: boolean;
  days: Days;
  random: () => number;
  position: Position;
}): PlannedAd[] {
  const { product, native, days, random, position } = options;
  const [from, to] = days;
  return Array.from({ length: 2 + Math.floor(random() * 3) }, (_, at) => {
    const swap = from + Math.floor(((to - from) * (at + 1)) / 5);
    return {
      creative: native
        ? `${product}: ${['Made to last', 'New this week', 'Back in stock', 'Loved by thousands'][at]}`
        : `${product} ${BANNERS[at % BANNERS.length]}`,
      status: at === 3 ? 'INACTIVE' : 'ACTIVE',
      flights:
        at % 2 === 0
          ? [days]
          : [
              [from, swap],
              [swap + 7, to],
            ],
      hasNoConversions: at === 1 && STORIES.withoutConversions.some((story) => isAt(story, position)),
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
