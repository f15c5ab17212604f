import { FACT_COLUMNS, type FactColumn, OPTIONAL_COLUMNS } from '../../../warehouse/columns.ts';
import { csvRow } from '../../../warehouse/csv.ts';
import { type CellOutcome, MICROS } from '../auction/auction.ts';
import { clicksOf } from '../auction/clicks.ts';
import { HOUR_MS } from '../auction/days.ts';
import { DRAWS, random } from '../auction/random.ts';
import type { DeliveringAd, DeliveringLine } from './read-lines.ts';

/**
 * The share of hours of which a part is reported later. Books close six hours after a day, when everything was
 * reported.
 */
const LATE = 0.08;
const LATEST_HOURS = 5;

/** A row of a facts file. */
export type FactRecord = Record<FactColumn, string | number>;

/** A row that is reported later. */
export interface LateFact {
  readonly dueAt: number;
  readonly record: FactRecord;
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

/** What one ad did in one country and hour. Each number is at most the one before it, except the cost. */
interface Counts {
  readonly requests: number;
  readonly qualified: number;
  readonly responses: number;
  readonly wins: number;
  readonly clicks: number;
  readonly cost: number;
}

/** The facts of an hour of a line: one row for each of its ads in each of its countries. */
export interface HourFacts {
  readonly now: FactRecord[];
  readonly late: LateFact[];
  readonly byAd: ReadonlyMap<number, { impressions: number; clicks: number }>;
}

export function hourFacts(options: {
  line: DeliveringLine;
  ads: readonly DeliveringAd[];
  hour: number;
  /** The hour as facts contain it. */
  hourName: string;
  outcomes: readonly CellOutcome[];
  seed: number;
}): HourFacts {
  const { line, ads, hour, hourName, outcomes, seed } = options;
  const draw = (which: number) => random(seed, which, line.id, hour);
  const heldBack = draw(DRAWS.late) < LATE ? 0.05 + 0.25 * draw(DRAWS.heldBack) : 0;
  const dueAt = hour + (2 + Math.floor(draw(DRAWS.heldBack) * LATEST_HOURS)) * HOUR_MS;
  const facts = { now: [] as FactRecord[], late: [] as LateFact[] };
  const byAd = new Map<number, { impressions: number; clicks: number }>();
  for (const outcome of outcomes) {
    if (outcome.responses === 0) continue;
    for (const [at, share] of splitEvenly(outcome, ads.length).entries()) {
      const ad = ads[at];
      if (!ad || share.responses === 0) continue;
      const { country } = outcome;
      const clicks = clicksOf({ ad, line, country, hour, impressions: share.wins, seed });
      const known = byAd.get(ad.id) ?? { impressions: 0, clicks: 0 };
      byAd.set(ad.id, { impressions: known.impressions + share.wins, clicks: known.clicks + clicks });
      // Not by a spread, which V8 creates slowly: there are thousands of rows an hour.
      const { requests, qualified, responses, wins, cost } = share;
      const [now, later] = splitOff({ requests, qualified, responses, wins, clicks, cost }, heldBack);
      const record = (counts: Counts) => factRecord({ line, ad, country, hourName, counts });
      facts.now.push(record(now));
      if (later) facts.late.push({ dueAt, record: record(later) });
    }
  }
  return { ...facts, byAd };
}

/** Splits what happened in a cell among the line's ads, which take turns request by request. */
function splitEvenly(outcome: CellOutcome, ads: number): Omit<Counts, 'clicks'>[] {
  const { requests, qualified, responses, wins, cost } = outcome;
  // Each is split by what it has more than the next one, so that no ad has more wins than responses.
  const part = (amount: number, at: number) =>
    Math.floor((amount * (at + 1)) / ads) - Math.floor((amount * at) / ads);
  let [winsBefore, costBefore] = [0, 0];
  return Array.from({ length: ads }, (_, at) => {
    const own = { wins: part(wins, at), lost: part(responses - wins, at) };
    const unanswered = part(qualified - responses, at);
    winsBefore += own.wins;
    const costUntil = winsBefore === wins ? cost : Math.floor((cost * winsBefore) / wins);
    const ownCost = costUntil - costBefore;
    costBefore = costUntil;
    const answered = own.wins + own.lost;
    return {
      requests: answered + unanswered + part(requests - qualified, at),
      qualified: answered + unanswered,
      responses: answered,
      wins: own.wins,
      cost: ownCost,
    };
  });
}

/** Splits off a share that is reported later. In both parts, each number is at most the one before it. */
function splitOff(counts: Counts, share: number): [now: Counts, later: Counts | undefined] {
  if (share === 0) return [counts, undefined];
  const later = mapped(counts, (amount) => Math.floor(amount * share));
  if (later.wins === 0) return [counts, undefined];
  return [mapped(counts, (amount, name) => amount - later[name]), later];
}

function mapped(counts: Counts, change: (amount: number, name: keyof Counts) => number): Counts {
  return {
    requests: change(counts.requests, 'requests'),
    qualified: change(counts.qualified, 'qualified'),
    responses: change(counts.responses, 'responses'),
    wins: change(counts.wins, 'wins'),
    clicks: change(counts.clicks, 'clicks'),
    cost: change(counts.cost, 'cost'),
  };
}

function factRecord(options: {
  line: DeliveringLine;
  ad: DeliveringAd;
  country: string;
  hourName: string;
  counts: Counts;
}): FactRecord {
  const { line, ad, country, hourName, counts } = options;
  return {
    hour: hourName,
    advertiserId: line.advertiserId,
    campaignId: line.campaignId,
    lineId: line.id,
    adId: ad.id,
    packageId: line.packageId ?? '',
    country,
    impressions: counts.wins,
    clicks: counts.clicks,
    spend: decimal(counts.cost),
    qualifiedBidRequests: counts.qualified,
    bidResponses: counts.responses,
    availableBidRequests: counts.requests,
  };
}

const decimal = (micros: number): string =>
  `${Math.floor(micros / MICROS)}.${String(micros % MICROS).padStart(6, '0')}`;
