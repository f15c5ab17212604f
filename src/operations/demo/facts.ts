import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { System } from '../../domain/context.ts';
import { exportConversions } from '../../domain/reporting/report/export-conversions.ts';
import { loadRates } from '../../domain/reporting/report/rates/load-rates.ts';
import { FACT_COLUMNS } from '../../warehouse/columns.ts';
import { loadFacts } from '../../warehouse/load.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { conversionsOf, type DemoConversion, receiptsSince, storeConversions } from './conversions.ts';
import { random } from './random.ts';
import { HOUR_MS } from './times.ts';

const DAYS = 395;
/** The share of a day's traffic by hour in UTC: low at night, high at noon and in the evening. */
const DAILY = [3, 2, 2, 1, 1, 2, 3, 5, 7, 9, 10, 11, 12, 12, 11, 11, 12, 13, 14, 15, 14, 11, 8, 5];
/** Starts with Sunday. */
const WEEKLY = [0.8, 1.05, 1.1, 1.1, 1.05, 1, 0.85];

/** Sample rates, not market data: one per currency of the demo advertisers, for all days. */
const SAMPLE_RATES = `day,currency,usdPerUnit
2024-01-01,EUR,1.08
2024-01-01,GBP,1.27
2024-01-01,JPY,0.0067
2024-01-01,AUD,0.66
2024-01-01,BRL,0.19
2024-01-01,MXN,0.055
2024-01-01,NOK,0.094
`;
const RATES = new Map(
  SAMPLE_RATES.trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([, currency = '', rate]) => [currency, Number(rate)] as const),
);

interface DemoLine {
  readonly id: number;
  readonly seatId: number;
  readonly campaignId: number;
  readonly advertiserId: number;
  readonly packageId: number | null;
  readonly country: string;
  readonly currency: string;
  readonly usdPerUnit: number;
  /** The pixel that receives its orders. */
  readonly pixelId: number;
  readonly start: number;
  readonly end: number;
  /** The budget, and the maximum that it spends, in US dollars. */
  readonly budget: number;
  readonly most: number;
  /** How fast it spends: with 1, the budget is spent by the end. */
  readonly pace: number;
  readonly ads: readonly { id: number; flights: readonly (readonly [start: number, end: number])[] }[];
}

/**
 * Loads thirteen months of realistic hourly facts for the seat's lines, within their flights and budgets,
 * the orders that follow from their clicks, and sample rates. Does nothing if one of the seat's advertisers
 * has facts. After a reset, its advertisers are new and have none.
 */
export async function loadDemoFacts({ system, seatId }: { system: System; seatId: number }): Promise<void> {
  if (await hasFacts(system, seatId)) return;
  // Load the rates first: the seat is already visible, and without a rate delivery is an error instead of
  // empty.
  await loadRates({ system, csv: SAMPLE_RATES });
  const warehouse = await openWarehouse(system);
  const file = await warehouse.files.draft();
  try {
    const conversions = await writeFacts(file, await readLines(system, seatId), system.now());
    const since = await receiptsSince(system);
    await loadFacts(warehouse, {
      file,
      alongside: (client) => storeConversions(system, client, { conversions, since }),
    });
    // If this is interrupted, the worker continues with them.
    while ((await exportConversions(system, warehouse)) > 0);
  } finally {
    await warehouse.files.remove(file);
  }
}

async function hasFacts({ db }: System, seatId: number): Promise<boolean> {
  const advertisers = await db.advertiser.findMany({ where: { seatId }, select: { id: true } });
  const ids = advertisers.map(({ id }) => id);
  return (await db.factHour.count({ where: { advertiserId: { in: ids } } })) > 0;
}

/**
 * How fast lines spend, by position in the list: one in five has spent its budget, others are behind or
 * ahead.
 */
const PACES = [2.5, 0.7, 1, 1.3, 1] as const;
/**
 * Converted amounts are rounded per day, so a small reserve ensures that their sum does not exceed the
 * budget.
 */
const MAX_OF_EXCHANGED = 0.999;

/** Returns the lines that deliver: active ones with a flight, a budget and ads. */
async function readLines({ db }: System, seatId: number): Promise<DemoLine[]> {
  const lines = await db.line.findMany({
    where: { seatId, status: 'ACTIVE' },
    select: {
      id: true,
      seatId: true,
      campaignId: true,
      advertiserId: true,
      packageId: true,
      advertiser: { select: { currency: true } },
      schedules: { take: 1, orderBy: { id: 'asc' } },
      conversions: { take: 1, select: { beaconId: true } },
      ads: { where: { status: 'ACTIVE' }, select: { id: true, schedules: true }, orderBy: { id: 'asc' } },
      geos: { where: { excluded: false }, select: { location: { select: { countryCode: true } } }, take: 1 },
    },
    orderBy: { id: 'asc' },
  });
  return lines.flatMap(({ geos, ads, schedules: [flight], conversions: [rule], advertiser, ...line }, at) => {
    if (!flight?.budget || !rule) return [];
    const { currency } = advertiser;
    const usdPerUnit = RATES.get(currency) ?? 1;
    const budget = flight.budget * usdPerUnit;
    const span = ({ startDate, endDate }: { startDate: Date; endDate: Date }) =>
      [startDate.getTime(), endDate.getTime()] as const;
    const [start, end] = span(flight);
    return {
      ...line,
      country: geos[0]?.location.countryCode ?? 'US',
      start,
      end,
      budget,
      currency,
      usdPerUnit,
      pixelId: rule.beaconId,
      most: currency === 'USD' ? budget : budget * MAX_OF_EXCHANGED,
      pace: PACES[at % PACES.length] ?? 1,
      ads: ads.map(({ id, schedules }) => ({ id, flights: schedules.map(span) })),
    };
  });
}

/** @returns the conversions that follow from the clicks */
async function writeFacts(file: string, lines: DemoLine[], now: Date): Promise<DemoConversion[]> {
  const out = createWriteStream(file, { mode: 0o600 });
  out.write(`${[...FACT_COLUMNS, 'adId'].join(',')}\n`);
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const spent = new Map<DemoLine, number>();
  const conversions: DemoConversion[] = [];
  for (let at = end - DAYS * 24 * HOUR_MS; at < end; at += HOUR_MS) {
    const hours = lines.flatMap((line) => hourOf(line, at, spent) ?? []);
    for (const { line, adId, clicks } of hours)
      conversions.push(...conversionsOf({ ...line, lineId: line.id, adId, at, clicks }, end));
    if (!out.write(hours.map(({ row }) => row).join('')))
      await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  }
  out.end();
  await finished(out);
  return conversions;
}

const MICROS = 1_000_000;
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const RHYTHM = average(DAILY) * average(WEEKLY);

/**
 * Returns one hour of one line: its share of the budget by hour and weekday, with some noise. Its ads
 * alternate.
 */
function hourOf(line: DemoLine, at: number, spent: Map<DemoLine, number>) {
  if (at < line.start || at >= line.end) return undefined;
  const ads = line.ads.filter(({ flights }) => flights.some(([start, end]) => start <= at && at < end));
  const hour = new Date(at);
  const rhythm = ((DAILY[hour.getUTCHours()] ?? 1) * (WEEKLY[hour.getUTCDay()] ?? 1)) / RHYTHM;
  const even = line.budget / ((line.end - line.start) / HOUR_MS);
  const stamp = `${hour.toISOString().slice(0, 13)}:00:00Z`;
  const { id, campaignId, advertiserId, packageId, country } = line;
  const ad = ads[(at / HOUR_MS) % ads.length];
  if (!ad) return undefined;
  const chance = random(ad.id, at / HOUR_MS);
  const before = spent.get(line) ?? 0;
  const wanted = even * line.pace * rhythm * (0.8 + 0.4 * chance);
  const micros = Math.floor(Math.min(wanted * MICROS, line.most * MICROS - before));
  if (micros <= 0) return undefined;
  spent.set(line, before + micros);
  const spend = (micros / MICROS).toFixed(6);
  const perMille = 1.5 + 4 * random(id, 4);
  const impressions = Math.ceil((micros / MICROS / perMille) * 1000);
  const responses = Math.round(impressions / (0.12 + 0.1 * random(id, 2)));
  const qualified = Math.round(responses * 1.6);
  const clicks = Math.min(impressions, Math.floor(impressions * (0.001 + 0.006 * random(ad.id, 3)) + chance));
  const row = `${stamp},${advertiserId},${campaignId},${id},${packageId ?? ''},${country},${impressions},${clicks},${spend},${qualified},${responses},${qualified * 3},${ad.id}\n`;
  return { line, adId: ad.id, clicks, row };
}
