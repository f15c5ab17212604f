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
        bidPrice: Math.round((0.35 + random() * 2.4) * 100) / 100,
        budget: budgetOf(trade.currency, theme.days, random()),
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

/** From 2,000 to 20,000 dollars for thirty days. */
function budgetOf(currency: string, [from, to]: readonly [number, number], random: number): number {
  const months = (to - from) / 30;
  return 500 * (4 + Math.floor(random * 36)) * (PER_DOLLAR[currency] ?? 1) * Math.ceil(months);
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
