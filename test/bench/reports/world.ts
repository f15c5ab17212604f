import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { loadConfig } from '../../../src/config.ts';
import type { DomainContext, System } from '../../../src/domain/context.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { createDuckDbEngine } from '../../../src/warehouse/duckdb/engine.ts';
import type { Engine } from '../../../src/warehouse/engine.ts';
import { createClient } from '../../support/actors.ts';

/** Thirteen months of hours. */
const HOURS = 395 * 24;
const ADVERTISERS = 20;
const HOUR_MS = 3_600_000;
/** Settings of all processes on the world. */
export const WORLD_ENV = {
  FLIGHTLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  FLIGHTLINE_REPORT_ROW_CAP: '50000000',
};

/** What is known of data that an earlier run prepared. */
interface Prepared {
  rows: number;
  /** The end of the facts; the bench's clock stands here. */
  now: string;
  seatId: number;
  /** Nobody’s quotas stop this user. */
  userId: number;
  advertiserIds: number[];
}

export interface World extends Omit<Prepared, 'now'> {
  databaseUrl: string;
  system: System;
  ctx: DomainContext;
  engine: Engine;
  dir: string;
  now: Date;
  /** False when the data of an earlier run is there already. */
  fresh: boolean;
  /** Keeps the data for later runs, where a directory for it was named. */
  prepared(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of its own with one seat and its advertisers; if `keptIn` is set, the data stays there for the next run. */
export async function makeWorld({
  rows,
  keptIn,
  env = {},
}: {
  rows: number;
  keptIn: string | undefined;
  env?: Record<string, string>;
}): Promise<World> {
  const dir = keptIn ? path.resolve(keptIn) : await mkdtemp(path.join(tmpdir(), 'flightline-bench-'));
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o711);
  const notes = path.join(dir, 'prepared.json');
  const earlier = await readFile(notes, 'utf8').then(
    (text): Prepared => JSON.parse(text),
    () => null,
  );
  if (earlier && earlier.rows !== rows) throw new Error(`${dir} holds ${earlier.rows} rows, not ${rows}`);

  const server = await startEmbedded({ dataDir: path.join(dir, 'pg'), settings: FORGETFUL });
  await migrate({ url: server.url });
  const config = loadConfig({ ...WORLD_ENV, ...env, FLIGHTLINE_DATA_DIR: dir });
  const log = pino({ level: 'warn' });
  const { system: own, close } = await openSystem({ config, databaseUrl: server.url, log });
  const known = earlier ?? (await makeSeat(own, rows));
  if (!earlier) await makeLines(own, known);
  const now = new Date(known.now);
  const system: System = { ...own, now: () => now };
  return {
    databaseUrl: server.url,
    system,
    ctx: contextOf(system, known),
    engine: createDuckDbEngine({ memoryMb: 1024, threads: 2, tempDir: dir }),
    dir,
    ...known,
    now,
    fresh: !earlier,
    prepared: async () => {
      if (keptIn) await writeFile(notes, JSON.stringify(known));
    },
    stop: async () => {
      await close();
      await server.stop();
      if (!keptIn) await rm(dir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function makeSeat(system: System, rows: number): Promise<Prepared> {
  const { db } = system;
  const seat = await db.seat.create({
    data: { name: 'Bench', accountGroups: { create: { name: 'All' } } },
    include: { accountGroups: true },
  });
  const accountGroupId = seat.accountGroups[0]?.id ?? 0;
  const advertiserIds: number[] = [];
  for (let n = 0; n < ADVERTISERS; n += 1) {
    const { id } = await db.advertiser.create({
      data: {
        seatId: seat.id,
        accountGroupId,
        name: `Advertiser ${n}`,
        status: 'ACTIVE',
        landingPageUrl: 'https://example.com',
        iabCategoryId: 1,
        timezone: 'America/New_York',
        currency: 'USD',
        billingPrice: 0,
        contact: {},
      },
    });
    advertiserIds.push(id);
  }
  const now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
  const { userId } = await createClient(system, { seatId: seat.id });
  return { rows, now, seatId: seat.id, userId, advertiserIds };
}

/** The lines of the facts below, so that the reports have names to show. */
async function makeLines({ pool }: System, { rows, seatId, advertiserIds }: Prepared): Promise<void> {
  const values = [seatId, advertiserIds[0], linesOf(rows)];
  await pool.query(
    `INSERT INTO campaign (id, seat_id, advertiser_id, name)
     SELECT DISTINCT 1000 + l / 5, $1::int, $2::int, 'Campaign ' || l / 5 FROM generate_series(0, $3::int - 1) l`,
    values,
  );
  await pool.query(
    `INSERT INTO line (id, seat_id, advertiser_id, campaign_id, name, status)
     SELECT 10000 + l, $1::int, $2::int + l % ${ADVERTISERS}, 1000 + l / 5, 'Line ' || l, 'ACTIVE'
     FROM generate_series(0, $3::int - 1) l`,
    values,
  );
}

function linesOf(rows: number): number {
  return Math.max(ADVERTISERS, Math.round(rows / HOURS));
}

function contextOf(system: System, { seatId, userId }: Prepared): DomainContext {
  return {
    ...system,
    actor: { userId, clientId: 'bench', role: 'ADMIN', seatIds: [seatId], wire: 'documented' },
    seatId,
    seat: { legalComplianceCountry: null, readOnly: false },
    requestId: 'bench',
    validateOnly: false,
    ignoredFields: [],
    refusedFields: [],
  };
}

/** Writes about `rows` facts as CSV, in order of time as a feed would bring them. @returns the rows written */
export async function writeFacts({ engine, advertiserIds, rows, now }: World, file: string): Promise<number> {
  const [answer] = await engine.run({
    statements: [
      {
        sql: `COPY (
  SELECT strftime(TIMESTAMP '${now.toISOString().slice(0, 19)}' - to_hours((${HOURS} - h)::INTEGER), '%Y-%m-%dT%H:00:00Z') AS hour,
    ${advertiserIds[0]} + l % ${ADVERTISERS} AS "advertiserId", 1000 + l // 5 AS "campaignId", 10000 + l AS "lineId",
    '' AS "packageId", ['US', 'GB', 'BR', 'DE'][1 + l % 4] AS country, hash(h, l) % 5000 AS impressions,
    hash(l, h) % 20 AS clicks, printf('%.6f', (hash(h + l) % 9000000) / 1000000) AS spend,
    hash(h, l, 1) % 40000 AS "qualifiedBidRequests", hash(h, l, 2) % 20000 AS "bidResponses",
    hash(h, l, 3) % 90000 AS "availableBidRequests"
  FROM range(${HOURS}) hours(h), range(${linesOf(rows)}) lines(l)
) TO '${file}' (FORMAT csv, HEADER)`,
      },
    ],
  });
  await chmod(file, 0o644);
  return Number(answer?.Count);
}
