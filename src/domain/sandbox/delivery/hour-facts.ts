import { FACT_COLUMNS, type FactColumn, OPTIONAL_COLUMNS } from '../../../warehouse/columns.ts';
import { csvRow } from '../../../warehouse/csv.ts';
import { covers, HOUR_MS } from './days.ts';
import { MICROS } from './flight.ts';
import type { LineTraits } from './line.ts';
import { DRAWS, noise } from './noise.ts';
import type { DeliveringAd, DeliveringLine } from './read-lines.ts';

/** Ads and countries that deliver in one hour; the others have their turn in other hours. */
const MOST_ADS = 1;
const MOST_COUNTRIES = 1;
const MOST_IMPRESSIONS = 1e12;
/** Share of the hours of which some is reported later. Books close six hours after a day, and by then all is there. */
const LATE = 0.08;
const LATEST_HOURS = 5;

/** A row of a facts file. */
export type FactRecord = Record<FactColumn, string | number>;

export interface HourFacts {
  readonly records: readonly FactRecord[];
  /** What of them is reported later. */
  readonly late: readonly { readonly dueAt: number; readonly record: FactRecord }[];
  /** By ad: what happened, for conversions to follow. */
  readonly byAd: readonly { readonly adId: number; readonly clicks: number; readonly impressions: number }[];
}

const COLUMNS = [...FACT_COLUMNS, ...OPTIONAL_COLUMNS];

export const FACT_HEADER = `${csvRow(COLUMNS)}\n`;

/** No value of ours needs quotes. */
export const factLine = (record: FactRecord): string =>
  `${COLUMNS.map((column) => record[column]).join(',')}\n`;

/** The facts of an hour in which a line spent `micros` of its advertiser's currency. */
export function hourFacts(options: {
  line: DeliveringLine;
  traits: LineTraits;
  hour: number;
  micros: number;
  usdPerUnit: number;
  seed: number;
}): HourFacts {
  const { line, hour, micros, seed } = options;
  const draw = (which: number, salt = 0) => noise(seed, which, line.id + salt * 7_919, hour);
  const turn = hour / HOUR_MS;
  const ads = takeTurns(
    line.ads.filter(({ periods }) => covers(periods, hour)),
    turn,
    MOST_ADS,
  );
  // Every ad has its turn in a country before the next one comes.
  const countries = takeTurns(
    line.countries,
    Math.floor(turn / Math.max(line.ads.length, 1)),
    MOST_COUNTRIES,
  );
  const cells = ads.flatMap((ad) => countries.map((country) => ({ ad, country })));
  const records: FactRecord[] = [];
  const late: { dueAt: number; record: FactRecord }[] = [];
  const isLate = draw(DRAWS.late) < LATE;
  let left = micros;
  for (const [at, cell] of cells.entries()) {
    const part = (0.6 + 0.8 * draw(DRAWS.split, at)) / (cells.length - at);
    const own = at === cells.length - 1 ? left : Math.min(Math.floor(left * Math.min(part, 1)), left);
    left -= own;
    if (own === 0) continue;
    const clickChance = draw(DRAWS.clicks, at);
    const heldBack = isLate ? Math.floor(own * (0.05 + 0.25 * draw(DRAWS.heldBack, at))) : 0;
    records.push(recordOf(options, cell, own - heldBack, clickChance));
    if (heldBack > 0)
      late.push({
        dueAt: hour + (2 + Math.floor(draw(DRAWS.heldBack) * LATEST_HOURS)) * HOUR_MS,
        record: recordOf(options, cell, heldBack, clickChance),
      });
  }
  const all = [...records, ...late.map(({ record }) => record)];
  const byAd = ads.map(({ id: adId }) => {
    const own = all.filter((record) => record.adId === adId);
    const sum = (column: FactColumn) => own.reduce((total, record) => total + Number(record[column]), 0);
    return { adId, clicks: sum('clicks'), impressions: sum('impressions') };
  });
  return { records, late, byAd };
}

function recordOf(
  { line, traits, hour, usdPerUnit }: Parameters<typeof hourFacts>[0],
  { ad, country }: { ad: DeliveringAd; country: string },
  micros: number,
  clickChance: number,
): FactRecord {
  const impressions = Math.min(
    Math.max(Math.round((micros / MICROS / traits.cpm) * 1000), 1),
    MOST_IMPRESSIONS,
  );
  const clicks = Math.min(Math.floor(impressions * traits.clickRate + clickChance), impressions);
  const bidResponses = Math.round(impressions / traits.winRate);
  const qualifiedBidRequests = Math.round(bidResponses * 1.6);
  return {
    hour: `${new Date(hour).toISOString().slice(0, 13)}:00:00Z`,
    advertiserId: line.advertiserId,
    campaignId: line.campaignId,
    lineId: line.id,
    adId: ad.id,
    packageId: line.packageId ?? '',
    country,
    impressions,
    clicks,
    spend: decimal(inUsd(micros, usdPerUnit)),
    qualifiedBidRequests,
    bidResponses,
    availableBidRequests: qualifiedBidRequests * 3,
  };
}

/** Rounded down: converted back, it is never more than was spent. */
function inUsd(micros: number, usdPerUnit: number): number {
  return usdPerUnit === 1 ? micros : Math.floor(micros * usdPerUnit * (1 - 1e-12));
}

const decimal = (micros: number): string =>
  `${Math.floor(micros / MICROS)}.${String(micros % MICROS).padStart(6, '0')}`;

/** The next ones in a circle. */
function takeTurns<T>(items: readonly T[], turn: number, most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[(turn * most + at) % items.length] as T);
}
