import { FACT_COLUMNS, type FactColumn, OPTIONAL_COLUMNS } from '../../../warehouse/columns.ts';
import { csvRow } from '../../../warehouse/csv.ts';
import { covers, HOUR_MS } from './days.ts';
import { MICROS } from './flight.ts';
import type { LineTraits } from './line.ts';
import { DRAWS, random } from './random.ts';
import type { DeliveringAd, DeliveringLine } from './read-lines.ts';

const MAX_IMPRESSIONS = 1e12;
/**
 * The share of hours of which a part is reported later. Books close six hours after a day, when everything was
 * reported.
 */
const LATE = 0.08;
const LATEST_HOURS = 5;

/** A row of a facts file. */
export type FactRecord = Record<FactColumn, string | number>;

/** The facts of an hour of a line: one of its ads in one of its countries; the others take turns in later hours. */
export interface HourFacts {
  readonly record: FactRecord;
  /** The part that is reported later. */
  readonly late: { readonly dueAt: number; readonly record: FactRecord } | undefined;
}

const COLUMNS = [...FACT_COLUMNS, ...OPTIONAL_COLUMNS];

export const FACT_HEADER = `${csvRow(COLUMNS)}\n`;

/** No value contains characters that need quotes. */
export function factLine(record: FactRecord): string {
  let line = '';
  for (const column of COLUMNS) line += line === '' ? record[column] : `,${record[column]}`;
  return `${line}\n`;
}

export const nameOfHour = (hour: number): string => `${new Date(hour).toISOString().slice(0, 13)}:00:00Z`;

/** An hour in which a line spent `micros` of its advertiser's currency. */
interface SpentHour {
  readonly line: DeliveringLine;
  readonly traits: LineTraits;
  readonly hour: number;
  /** The hour as facts contain it. */
  readonly hourName: string;
  /** How long each ad delivers before the next one's turn. */
  readonly turnMs: number;
  readonly micros: number;
  readonly usdPerUnit: number;
  readonly seed: number;
}

/** Returns the facts of an hour; undefined without an ad. */
export function hourFacts(spent: SpentHour): HourFacts | undefined {
  const { line, hour, turnMs, micros, seed } = spent;
  const draw = (which: number) => random(seed, which, line.id, hour);
  const turn = Math.floor(hour / turnMs);
  const ad = inTurn(
    line.ads.filter(({ periods }) => covers(periods, hour)),
    turn,
  );
  // Every ad has a turn in a country before the next country's turn.
  const country = inTurn(line.countries, Math.floor(turn / Math.max(line.ads.length, 1)));
  if (!ad || country === undefined) return undefined;
  const heldBack = draw(DRAWS.late) < LATE ? Math.floor(micros * (0.05 + 0.25 * draw(DRAWS.heldBack))) : 0;
  const clickChance = draw(DRAWS.clicks);
  const recordOf = (part: number) => factRecord(spent, { ad, country, micros: part, clickChance });
  return {
    record: recordOf(micros - heldBack),
    late:
      heldBack > 0
        ? {
            dueAt: hour + (2 + Math.floor(draw(DRAWS.heldBack) * LATEST_HOURS)) * HOUR_MS,
            record: recordOf(heldBack),
          }
        : undefined,
  };
}

function factRecord(
  { line, traits, hourName, usdPerUnit }: SpentHour,
  part: { ad: DeliveringAd; country: string; micros: number; clickChance: number },
): FactRecord {
  const { ad, country, micros, clickChance } = part;
  const impressions = Math.min(
    Math.max(Math.round((micros / MICROS / traits.cpm) * 1000), 1),
    MAX_IMPRESSIONS,
  );
  const clicks = Math.min(Math.floor(impressions * traits.clickRate + clickChance), impressions);
  const bidResponses = Math.round(impressions / traits.winRate);
  const qualifiedBidRequests = Math.round(bidResponses * 1.6);
  return {
    hour: hourName,
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

/** Rounded down, so that converting it back never gives more than was spent. */
function inUsd(micros: number, usdPerUnit: number): number {
  return usdPerUnit === 1 ? micros : Math.floor(micros * usdPerUnit * (1 - 1e-12));
}

const decimal = (micros: number): string =>
  `${Math.floor(micros / MICROS)}.${String(micros % MICROS).padStart(6, '0')}`;

/** Returns the item of a turn, starting again after the last one. */
const inTurn = <T>(items: readonly T[], turn: number): T | undefined => items[turn % items.length];
