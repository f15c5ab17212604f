import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { System } from '../../../src/domain/context.ts';
import { report } from './report.ts';

/** Facts of two years, each hour of a line being one. PACING_FACTS measures with fewer. */
const FACTS = Number(process.env.PACING_FACTS ?? 20_000_000);
const DAYS = 730;
const HOURS = DAYS * 24;
const HOUR_MS = 3_600_000;
const AIM_MS = 40;
const CALLS = 60;

interface Line {
  readonly id: number;
  readonly campaign_id: number;
  readonly advertiser_id: number;
}

const HEADER =
  'hour,advertiserId,campaignId,lineId,packageId,country,impressions,clicks,spend,qualifiedBidRequests,bidResponses,availableBidRequests\n';

/** The first lines of a seat get a flight of two years and a fact in each hour of it. */
export async function fillFlights(options: {
  system: System;
  seatId: number;
  dataDir: string;
  load: (file: string) => Promise<unknown>;
}): Promise<void> {
  const { system, seatId, dataDir, load } = options;
  const { rows } = await system.pool.query<Line>(
    'SELECT id, campaign_id, advertiser_id FROM line WHERE seat_id = $1 ORDER BY id LIMIT $2',
    [seatId, Math.ceil(FACTS / HOURS)],
  );
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const since = until - HOURS * HOUR_MS;
  await system.pool.query(
    `INSERT INTO line_schedule (line_id, budget, start_date, end_date)
     SELECT id, 100000, $2, $3 FROM unnest($1::int[]) id`,
    [rows.map(({ id }) => id), new Date(since), new Date(until + 30 * 24 * HOUR_MS)],
  );
  const file = join(dataDir, 'flights.csv');
  await pipeline(Readable.from(factsOf(rows, since)), createWriteStream(file));
  await load(file);
  await rm(file);
  await system.pool.query('VACUUM ANALYZE delivery_spend_day, delivery_span, line_schedule');
}

function* factsOf(lines: readonly Line[], since: number): Generator<string> {
  yield HEADER;
  const hours = Array.from({ length: HOURS }, (_, n) =>
    new Date(since + n * HOUR_MS).toISOString().replace('.000', ''),
  );
  for (const { id, advertiser_id, campaign_id } of lines)
    yield hours
      .map((hour, n) => `${hour},${advertiser_id},${campaign_id},${id},,US,9,1,${(n % 9) + 0.25},90,30,120\n`)
      .join('');
}

const QUERY = `{ lines(first: 100) { nodes { id name
  pacing { status ratio budget { amount } delivered { amount currency } projected { amount } } } } }`;

/** How long a page of 100 lines with the pacing of such flights takes, until its last byte is there. */
export async function measurePacing({ origin, token }: { origin: string; token: string }): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now();
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERY }),
    });
    const { data } = (await response.json()) as { data: { lines: { nodes: { pacing: object | null }[] } } };
    times.push(performance.now() - begun);
    if (data.lines.nodes.filter(({ pacing }) => pacing).length < 100)
      throw new Error('The lines have no pacing.');
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  console.log(`\n${FACTS.toLocaleString('en')} facts; p95 ${at(0.95).toFixed(0)} ms`);
  report('100 lines with pacing, p50', at(0.5), 'ms', AIM_MS);
}
