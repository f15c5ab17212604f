import type { PlannedConversion } from '../../../../src/domain/sandbox/auction/conversions.ts';
import { HOUR_MS } from '../../../../src/domain/sandbox/auction/days.ts';
import type { FlightState } from '../../../../src/domain/sandbox/auction/pacing.ts';
import { type Spent, simulation } from '../../../../src/domain/sandbox/auction/run-hours.ts';
import type { FactRecord, LateFact } from '../../../../src/domain/sandbox/delivery/hour-facts.ts';
import type {
  DeliveringCampaign,
  DeliveringLine,
} from '../../../../src/domain/sandbox/delivery/read-lines.ts';

/** Simulates lines without a database. */

/** A Monday, midnight in New York. */
export const START = Date.parse('2027-03-01T05:00:00Z');
export const DAY_MS = 24 * HOUR_MS;
export const at = (days: number) => START + days * DAY_MS;
/** A budget that no supply carries. */
export const BOUNDLESS = 1e9;

export const flightOf = (budget: number, days = 30) => [
  { id: 11, period: [at(0), at(days)] as const, budget, dailyBudget: null },
];
export const adsOf = (count: number, mediaType = 'DISPLAY', periods = [[at(0), at(400)] as const]) =>
  Array.from({ length: count }, (_, number) => ({
    id: 21 + number,
    creativeId: 41 + number,
    mediaType,
    periods,
  }));
export const inCountries = (...codes: string[]) => codes.map((code) => ({ code, share: 1 }));

export function lineOf(overrides: Partial<DeliveringLine> = {}): DeliveringLine {
  const ads = overrides.ads ?? adsOf(1, overrides.mediaType ?? 'DISPLAY');
  return {
    id: 7,
    seatId: 1,
    advertiserId: 2,
    campaignId: 3,
    packageId: null,
    bidPrice: 2,
    goalType: 'VCPM',
    mediaType: 'DISPLAY',
    pacingModeType: 'EVEN',
    multiplierCap: null,
    flights: flightOf(3000),
    ads,
    adPeriods: ads[0]?.periods ?? [],
    countries: inCountries('US'),
    targetsFunnel: false,
    blockedItems: 0,
    dayParts: new Map(),
    otherMultipliers: [],
    rules: [],
    ...overrides,
  };
}

export const campaignOf = (overrides: Partial<DeliveringCampaign> = {}): DeliveringCampaign => ({
  id: 3,
  timezone: 'America/New_York',
  currency: 'USD',
  budget: null,
  budgetType: null,
  dailyBudget: null,
  lines: [lineOf()],
  ...overrides,
});

interface Played {
  readonly facts: FactRecord[];
  readonly late: LateFact[];
  readonly conversions: PlannedConversion[];
  /** By flight, in the advertiser's currency. */
  readonly spent: ReadonlyMap<number, number>;
}

/** Simulates days in steps of so many hours, as clocks move, and returns all that came of them. */
export function play(
  campaigns: DeliveringCampaign | readonly DeliveringCampaign[],
  options: {
    days?: number;
    stepHours?: number;
    seed?: number;
    rate?: number;
    /** The campaign as it is from an hour on. */
    change?: (hour: number) => DeliveringCampaign;
  } = {},
): Played {
  const { days = 31, stepHours = 31 * 24, seed = 1, rate = 1, change } = options;
  const facts: FactRecord[] = [];
  const late: LateFact[] = [];
  const conversions: PlannedConversion[] = [];
  const flights = new Map<string, FlightState>();
  const totals = new Map<number, Spent['campaign']>();
  const spentOf = ({ id }: DeliveringCampaign): Spent => {
    const campaign = totals.get(id) ?? { spent: 0, day: '', daySpent: 0, monthSpent: 0 };
    totals.set(id, campaign);
    const flight = (lineId: number, flightId: number) => {
      const key = `${lineId}.${flightId}`;
      const state = flights.get(key) ?? { spent: 0, day: '', allotment: 0, daySpent: 0 };
      flights.set(key, state);
      return state;
    };
    return { campaign, flight };
  };
  for (let from = START; from < at(days); from += stepHours * HOUR_MS) {
    const to = Math.min(from + stepHours * HOUR_MS, at(days));
    const simulate = simulation({
      campaigns: change ? [change(from)] : [campaigns].flat(),
      from,
      to,
      seed,
      spentOf,
      rateAt: () => rate,
      outcome: {
        fact: (record) => facts.push(record),
        lateFact: (fact) => late.push(fact),
        conversion: (planned) => conversions.push(planned),
      },
    });
    for (let hour = from; hour < to; hour += HOUR_MS) simulate(hour);
  }
  const spent = new Map([...flights].map(([key, state]) => [Number(key.split('.')[1]), state.spent / 1e6]));
  return { facts: [...facts, ...late.map(({ record }) => record)], late, conversions, spent };
}

export const hourOf = ({ hour }: FactRecord): number => Date.parse(String(hour));
export const within = (facts: readonly FactRecord[], from: number, to: number) =>
  facts.filter((record) => hourOf(record) >= from && hourOf(record) < to);
export const spendOf = (facts: readonly FactRecord[]): number =>
  Math.round(facts.reduce((sum, { spend }) => sum + Number(spend) * 1e6, 0)) / 1e6;

/** Adds up facts. */
export function totalOf(facts: readonly FactRecord[]) {
  const sum = (column: keyof FactRecord) => facts.reduce((all, record) => all + Number(record[column]), 0);
  const impressions = sum('impressions');
  const clicks = sum('clicks');
  const responses = sum('bidResponses');
  const spend = spendOf(facts);
  return {
    ...{ impressions, clicks, responses, spend },
    available: sum('availableBidRequests'),
    qualified: sum('qualifiedBidRequests'),
    cpm: (spend / impressions) * 1000,
    clickRate: clicks / impressions,
    winRate: impressions / responses,
  };
}

/** Groups facts by a value. */
export function groupedBy<K>(
  facts: readonly FactRecord[],
  by: (record: FactRecord) => K,
): Map<K, FactRecord[]> {
  const groups = new Map<K, FactRecord[]>();
  for (const record of facts) groups.set(by(record), [...(groups.get(by(record)) ?? []), record]);
  return groups;
}
