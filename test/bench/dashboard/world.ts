import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { loadConfig } from '../../../src/config.ts';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import type { System } from '../../../src/domain/context.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { ADVERTISERS, writeFacts } from './facts.ts';

/** 1,000 advertisers with a campaign each, about 2,100 lines and 10,000 ads, and hourly facts of thirteen months, or of BENCH_DAYS. */

const HOURS = Number(process.env.BENCH_DAYS ?? 395) * 24;
const ADS = 10_000;

const KEY = Buffer.alloc(32, 7).toString('base64');

export interface World {
  readonly env: Record<string, string>;
  readonly token: string;
  readonly pixelId: number;
  readonly stop: () => Promise<void>;
}

/** Loads facts of `lines` lines with `perLine` ads each; `dir` is for files that are needed meanwhile. */
type FactLoader = (system: System, world: { lines: number; perLine: number; dir: string }) => Promise<void>;

/** If `keptIn` is set, the data stays in that directory for later runs. */
export async function makeWorld({
  rows,
  keptIn,
  load = loadAll,
}: {
  rows: number;
  keptIn?: string | undefined;
  load?: FactLoader;
}): Promise<World> {
  const dir = keptIn ? path.resolve(keptIn) : await mkdtemp(path.join(tmpdir(), 'flightline-bench-'));
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o711);
  const server = await startEmbedded({ dataDir: path.join(dir, 'pg'), settings: FORGETFUL });
  await migrate({ url: server.url });
  const env = {
    PORT: '0',
    DATABASE_URL: server.url,
    FLIGHTLINE_DATA_DIR: dir,
    FLIGHTLINE_MASTER_KEY: KEY,
  };
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: server.url, log });
  const notes = path.join(dir, 'dashboard.json');
  const client = await readFile(notes, 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  );
  const known = client ?? (await fill(system, rows, (world) => load(system, { ...world, dir })));
  if (!client && keptIn) await writeFile(notes, JSON.stringify(known));
  const token = await tokenFor(system, known.client);
  await close();
  return {
    env,
    token,
    pixelId: known.pixelId,
    stop: async () => {
      await server.stop();
      if (!keptIn) await rm(dir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function fill(
  system: System,
  rows: number,
  load: (world: { lines: number; perLine: number }) => Promise<void>,
) {
  const { db, pool } = system;
  const seat = await db.seat.create({
    data: { name: 'Bench', accountGroups: { create: { name: 'All' } } },
    include: { accountGroups: true },
  });
  const client = await createClient(system, { seatId: seat.id });
  await setUserQuota({ system, userId: client.userId, quotas: { graphqlPerHr: 2_000_000_000 } });
  const lines = Math.max(ADVERTISERS, Math.round(rows / HOURS));
  const perLine = Math.ceil(ADS / lines);
  const own = [seat.id, seat.accountGroups[0]?.id, lines];
  const statements = [
    `INSERT INTO advertiser (id, seat_id, account_group_id, name, status, landing_page_url, iab_category_id, timezone,
       currency, billing_price, contact)
     SELECT a, $1::int, $2::int, 'Advertiser ' || a, 'ACTIVE', 'https://example.com', 1,
       (ARRAY['America/New_York', 'Europe/London', 'Asia/Tokyo'])[1 + a % 3], 'USD', 0, '{}'
     FROM generate_series(1, ${ADVERTISERS}) a WHERE $3::int > 0`,
    `INSERT INTO campaign (id, seat_id, advertiser_id, name)
     SELECT a, $1::int, a, 'Campaign ' || a FROM generate_series(1, ${ADVERTISERS}) a WHERE ($2::int, $3::int) IS NOT NULL`,
    `INSERT INTO creative (id, seat_id, advertiser_id, name, media_type)
     SELECT a, $1::int, a, 'Creative ' || a, 'DISPLAY' FROM generate_series(1, ${ADVERTISERS}) a WHERE ($2::int, $3::int) IS NOT NULL`,
    `INSERT INTO line (id, seat_id, advertiser_id, campaign_id, name, status)
     SELECT l + 1, $1::int, 1 + l % ${ADVERTISERS}, 1 + l % ${ADVERTISERS}, 'Line ' || l, 'ACTIVE'
     FROM generate_series(0, $3::int - 1) l WHERE $2::int > 0`,
    `INSERT INTO line_schedule (line_id, budget, start_date, end_date)
     SELECT l, 100000, now() - interval '30 days', now() + interval '30 days' FROM generate_series(1, $3::int) l
     WHERE ($1::int, $2::int) IS NOT NULL`,
    `INSERT INTO ad (id, seat_id, line_id, creative_id, status)
     SELECT 1 + l * ${perLine} + n, $1::int, 1 + l, 1 + l % ${ADVERTISERS}, 'ACTIVE'
     FROM generate_series(0, $3::int - 1) l, generate_series(0, ${perLine - 1}) n WHERE $2::int > 0`,
  ];
  for (const statement of statements) await pool.query(statement, own);
  const { id: pixelId } = await db.pixel.create({ data: { seatId: seat.id, advertiserId: 1, name: 'Shop' } });
  await load({ lines, perLine });
  await pool.query('VACUUM ANALYZE');
  return { client, pixelId };
}

const loadAll: FactLoader = async (system, { lines, perLine, dir }) => {
  const file = path.join(dir, 'facts.csv');
  const rows = await writeFacts({ file, lines, perLine, hours: HOURS, end: system.now() });
  const warehouse = await openWarehouse(system);
  const began = performance.now();
  await loadFacts(warehouse, { file });
  const s = (performance.now() - began) / 1000;
  console.log(`${rows} rows loaded and rolled up in ${s.toFixed(1)} s: ${Math.round(rows / s)} rows/s`);
  await rm(file);
};
