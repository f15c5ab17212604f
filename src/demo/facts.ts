import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { System } from '../domain/context.ts';
import { loadRates } from '../domain/report/load-rates.ts';
import { FACT_COLUMNS } from '../warehouse/columns.ts';
import { loadFacts } from '../warehouse/load.ts';
import { openWarehouse } from '../warehouse/open.ts';

const HOUR_MS = 3_600_000;
const DAYS = 395;
/** Share of a day's traffic by hour of the day, UTC: a night, a noon and an evening. */
const DAILY = [3, 2, 2, 1, 1, 2, 3, 5, 7, 9, 10, 11, 12, 12, 11, 11, 12, 13, 14, 15, 14, 11, 8, 5];
/** Sunday first. */
const WEEKLY = [0.8, 1.05, 1.1, 1.1, 1.05, 1, 0.85];

/** A sample, not market data: one rate per currency of the demo advertisers, good for all days. */
const SAMPLE_RATES = `day,currency,usdPerUnit
2024-01-01,EUR,1.08
2024-01-01,GBP,1.27
2024-01-01,JPY,0.0067
2024-01-01,AUD,0.66
2024-01-01,BRL,0.19
2024-01-01,MXN,0.055
2024-01-01,NOK,0.094
`;

interface DemoLine {
  id: number;
  campaignId: number;
  advertiserId: number;
  packageId: number | null;
  country: string;
}

/**
 * Thirteen months of believable hourly facts for the seat's lines, and sample rates. A no-op where one of the
 * seat's advertisers has facts: after a reset its advertisers are new and have none.
 */
export async function loadDemoFacts({ system, seatId }: { system: System; seatId: number }): Promise<void> {
  if (await hasFacts(system, seatId)) return;
  const warehouse = await openWarehouse(system);
  const file = await warehouse.files.draft();
  try {
    await writeFacts(file, await readLines(system, seatId), system.now());
    await loadFacts(warehouse, { file });
    await loadRates({ system, csv: SAMPLE_RATES });
  } finally {
    await warehouse.files.remove(file);
  }
}

async function hasFacts({ db }: System, seatId: number): Promise<boolean> {
  const advertisers = await db.advertiser.findMany({ where: { seatId }, select: { id: true } });
  const ids = advertisers.map(({ id }) => id);
  return (await db.factHour.count({ where: { advertiserId: { in: ids } } })) > 0;
}

async function readLines({ db }: System, seatId: number): Promise<DemoLine[]> {
  const lines = await db.line.findMany({
    where: { seatId },
    select: {
      id: true,
      campaignId: true,
      advertiserId: true,
      packageId: true,
      geos: { where: { excluded: false }, select: { location: { select: { countryCode: true } } }, take: 1 },
    },
    orderBy: { id: 'asc' },
  });
  return lines.map(({ geos, ...line }) => ({ ...line, country: geos[0]?.location.countryCode ?? 'US' }));
}

async function writeFacts(file: string, lines: DemoLine[], now: Date): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${FACT_COLUMNS.join(',')}\n`);
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  for (let at = end - DAYS * 24 * HOUR_MS; at < end; at += HOUR_MS) {
    const hour = new Date(at);
    const rows = lines.map((line) => factRow(line, hour)).join('');
    if (!out.write(rows)) await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  }
  out.end();
  await finished(out);
}

/** One hour of one line: a size of its own, the rhythm of day and week, slow growth and some noise. */
function factRow(line: DemoLine, hour: Date): string {
  const size = 4 + 60 * noise(line.id, 1) ** 2;
  const rhythm = (DAILY[hour.getUTCHours()] ?? 1) * (WEEKLY[hour.getUTCDay()] ?? 1);
  const growth = 1 + (0.4 * (hour.getTime() / HOUR_MS - 480_000)) / 24 / 365;
  const chance = noise(line.id, hour.getTime() / HOUR_MS);
  const impressions = Math.round(size * rhythm * growth * (0.8 + 0.4 * chance));
  const responses = Math.round(impressions / (0.12 + 0.1 * noise(line.id, 2)));
  const qualified = Math.round(responses * 1.6);
  const clicks = Math.floor(impressions * (0.001 + 0.004 * noise(line.id, 3)) + chance);
  const spend = ((impressions * (1.5 + 4 * noise(line.id, 4))) / 1000).toFixed(6);
  const { id, campaignId, advertiserId, packageId, country } = line;
  const stamp = `${hour.toISOString().slice(0, 13)}:00:00Z`;
  return `${stamp},${advertiserId},${campaignId},${id},${packageId ?? ''},${country},${impressions},${clicks},${spend},${qualified},${responses},${qualified * 3}\n`;
}

/** From 0 to 1, the same for the same numbers: a restart makes the same facts. */
function noise(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}
