import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { System } from '../../domain/context.ts';
import { exportConversions } from '../../domain/reporting/report/export-conversions.ts';
import { loadRates } from '../../domain/reporting/report/rates/load-rates.ts';
import type { PlannedConversion } from '../../domain/sandbox/auction/conversions.ts';
import { simulation } from '../../domain/sandbox/auction/run-hours.ts';
import { FACT_HEADER, type FactRecord, factLine } from '../../domain/sandbox/delivery/hour-facts.ts';
import { type Later, storePending } from '../../domain/sandbox/delivery/pending.ts';
import { readRates } from '../../domain/sandbox/delivery/rates.ts';
import { type DeliveringCampaign, readCampaigns } from '../../domain/sandbox/delivery/read-lines.ts';
import { loadFacts } from '../../warehouse/load.ts';
import { openWarehouse } from '../../warehouse/open.ts';
import { adsWithoutConversions } from './ads-without-conversions.ts';
import { receiptsSince, storeConversions } from './conversions.ts';
import { addEvents } from './events.ts';
import { periodsOf, readBidChanges } from './past-bids.ts';
import { countingSpent } from './past-spend.ts';
import { HOUR_MS } from './times.ts';

const DAYS = 395;
/**
 * Ads of a line take turns by the hour: with all of them in each hour the history would have two and a half times the
 * rows.
 */
const MAX_ADS = 1;
/** The seed of the demo's auctions. */
const SEED = 1;
/** Hours that are written at once. */
const HOURS = 48;
/**
 * Converted amounts are rounded per day, so a small reserve ensures that their sum does not exceed the
 * budget.
 */
const SPENT_OF_EXCHANGED = 0.999;

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
/**
 * Loads thirteen months of hourly facts of the seat's lines, simulated as in a sandbox, the orders that follow from
 * their clicks, and sample rates. Does nothing if one of the seat's advertisers has facts. After a reset, its
 * advertisers are new and have none.
 */
export async function loadDemoFacts({ system, seatId }: { system: System; seatId: number }): Promise<void> {
  if (await hasFacts(system, seatId)) return;
  // Load the rates first: the seat is already visible, and without a rate delivery is an error instead of
  // empty.
  await loadRates({ system, csv: SAMPLE_RATES });
  const warehouse = await openWarehouse(system);
  const file = await warehouse.files.draft();
  try {
    const { conversions, later } = await writeFacts({ system, seatId, file });
    const since = await receiptsSince(system);
    await addEvents(system, { seatId, since });
    await loadFacts(warehouse, {
      file,
      alongside: async (client) => {
        await storeConversions(system, client, { conversions, since });
        // A sandbox goes on from here, so its first days have the orders of earlier clicks, too.
        if (system.sandbox) await storePending(client, { done: [], later });
      },
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

/** @returns the conversions that followed from the clicks, and those that will later */
async function writeFacts(options: {
  system: System;
  seatId: number;
  file: string;
}): Promise<{ conversions: PlannedConversion[]; later: Later[] }> {
  const { system, seatId, file } = options;
  const to = Math.floor(system.now().getTime() / HOUR_MS) * HOUR_MS;
  const from = to - DAYS * 24 * HOUR_MS;
  const rateAt = await readRates(system.pool);
  const conversions: PlannedConversion[] = [];
  const later: Later[] = [];
  let text = FACT_HEADER;
  const add = (record: FactRecord) => {
    text += factLine(record);
  };
  const sellNothing = await adsWithoutConversions(system.pool, seatId);
  const campaigns = await readDemo(system, { seatId, from: new Date(from), to: new Date(to) });
  const changes = await readBidChanges(system.pool, seatId);
  const spentOf = countingSpent();
  const out = createWriteStream(file, { mode: 0o600 });
  for (const period of periodsOf(campaigns, changes, { from, to, stepMs: HOUR_MS })) {
    const simulate = simulation({
      ...{ ...period, seed: SEED, maxAds: MAX_ADS, spentOf, rateAt },
      outcome: {
        fact: add,
        lateFact: ({ record }) => add(record),
        conversion: (planned) => {
          if (sellNothing.has(planned.adId)) return;
          if (planned.at < to) conversions.push(planned);
          else later.push({ kind: 'conversion', dueAt: planned.at, body: planned });
        },
      },
    });
    for (let hour = period.from; hour < period.to; hour += HOUR_MS) {
      simulate(hour);
      if ((hour / HOUR_MS) % HOURS !== 0) continue;
      if (!out.write(text)) await once(out, 'drain');
      text = '';
    }
  }
  out.end(text);
  await finished(out);
  return { conversions, later };
}

async function readDemo(
  { pool }: System,
  options: { seatId: number; from: Date; to: Date },
): Promise<DeliveringCampaign[]> {
  const found: DeliveringCampaign[] = [];
  for (let after = 0; ; after = found.at(-1)?.id ?? 0) {
    const next = await readCampaigns(pool, { after, ...options });
    if (next.length === 0) return found.map(withReserve);
    found.push(...next);
  }
}

function withReserve(campaign: DeliveringCampaign): DeliveringCampaign {
  if (campaign.currency === 'USD') return campaign;
  const lines = campaign.lines.map((line) => ({
    ...line,
    flights: line.flights.map((flight) => ({
      ...flight,
      budget: flight.budget && flight.budget * SPENT_OF_EXCHANGED,
    })),
  }));
  return { ...campaign, lines };
}
