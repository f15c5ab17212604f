import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Options, type Result } from 'autocannon';
import pg from 'pg';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { anEvent, createPoster, type Poster } from '../../support/traffic/intake.ts';
import { ServerProcess } from '../support/child.ts';

/**
 * `npm run bench:soak`: does memory stay flat? One advertiser at a paced 5,000 events/s for BENCH_MINUTES
 * (10), then four together as fast as they are taken for BENCH_MINUTES / 5.
 */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const BATCH = 100;
const ADVERTISERS = 4;

const dataDir = await mkdtemp(join(tmpdir(), 'flightline-soak-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
let service: ServerProcess | undefined;
try {
  await migrate({ url: database.url });
  const env = { DATABASE_URL: database.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const posters = await postersOf(env);
  service = await ServerProcess.start(join(import.meta.dirname, 'flightline-server.ts'), env);
  const body = JSON.stringify(Array.from({ length: BATCH }, () => anEvent()));
  const requests = posters.map(({ pixelId, eventToken }) => ({
    method: 'POST' as const,
    path: `/v1/pixels/${pixelId}/events`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${eventToken}` },
    body,
  }));
  const paced = {
    url: service.url,
    requests: requests.slice(0, 1),
    connections: 8,
    overallRate: 5_000 / BATCH,
  };
  await watch({ name: 'one advertiser, 5,000 events/s', load: paced, seconds: MINUTES * 60, service });
  const free = { url: service.url, requests, connections: 32 };
  await watch({ name: 'four advertisers, unpaced', load: free, seconds: MINUTES * 12, service });
} finally {
  await service?.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

/** Prints resident memory ten times over the run, then what was taken and how much disk it needs. */
async function watch(options: {
  name: string;
  load: Options;
  seconds: number;
  service: ServerProcess;
}): Promise<void> {
  const { name, load, seconds, service: server } = options;
  const before = await databaseBytes();
  const memory: number[] = [];
  const timer = setInterval(
    async () => memory.push((await server.figures()).rssMib),
    (seconds * 1_000) / 10.5,
  );
  const result: Result = await autocannon({ ...load, duration: seconds });
  clearInterval(timer);
  const events = result['2xx'] * BATCH;
  const bytes = (await databaseBytes()) - before;
  console.log(`${name}, ${seconds} s, arrays of ${BATCH}`);
  console.log(
    `  ${Math.round(events / seconds)} events/s, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`,
  );
  console.log(`  refused ${result.non2xx}, broken ${result.errors}`);
  console.log(`  resident memory, MiB: ${memory.join(' ')}`);
  console.log(
    `  database: ${Math.round(bytes / 2 ** 20)} MiB more, ${Math.round(bytes / events)} bytes an event`,
  );
}

async function databaseBytes(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return Number(rows[0]?.bytes);
}

async function postersOf(env: Record<string, string>): Promise<Poster[]> {
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: database.url, log });
  const posters: Poster[] = [];
  for (let n = 0; n < ADVERTISERS; n += 1) {
    const poster = await createPoster(system);
    const { advertiserId } = poster;
    await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: 2_000_000_000 } });
    posters.push(poster);
  }
  await close();
  return posters;
}
