import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { anEvent, createPoster } from '../../support/traffic/intake.ts';
import { alternate } from '../support/alternate.ts';
import { ServerProcess } from '../support/child.ts';

/**
 * `npm run bench:intake`: pixel events against a route that only parses and against one multi-row insert for
 * each request, alternating. BENCH_ROUNDS (5), BENCH_SECONDS (5). BENCH_ONLY=1,100: events of a request.
 * BENCH_AGAINST: another checkout, to compare with.
 */
const { BENCH_ROUNDS = '5', BENCH_SECONDS = '5', BENCH_ONLY = '1,100,1000', BENCH_AGAINST } = process.env;
const SHAPES = [
  { events: 1, connections: 256 },
  { events: 100, connections: 32 },
  { events: 1_000, connections: 8 },
];
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
const children: ServerProcess[] = [];
try {
  await migrate({ url: database.url });
  const env = { DATABASE_URL: database.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: database.url, log });
  const { pixelId, advertiserId, eventToken } = await createPoster(system);
  await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: 2_000_000_000 } });
  await close();

  const start = async (file: string) => {
    const child = await ServerProcess.start(resolve(import.meta.dirname, file), env);
    children.push(child);
    return child;
  };
  const flightline = await start('flightline-server.ts');
  const other = BENCH_AGAINST
    ? await start(join(BENCH_AGAINST, 'test/bench/intake/flightline-server.ts'))
    : undefined;
  const floor = await start('floor-server.ts');
  console.log(`${cpus().length} × ${cpus()[0]?.model}, ${BENCH_ROUNDS} rounds of ${BENCH_SECONDS} s`);
  console.log(
    'events/request | connections | contender | requests/s | events/s | p50 ms | p99 ms | refused | CPU ms/request | RSS MiB',
  );
  for (const { events, connections } of SHAPES) {
    if (!BENCH_ONLY.split(',').includes(String(events))) continue;
    const request = {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${eventToken}` },
      body: JSON.stringify(Array.from({ length: events }, () => anEvent())),
    };
    const contenders = [
      { name: 'flightline', server: flightline, path: `/v1/pixels/${pixelId}/events` },
      ...(other ? [{ name: 'other checkout', server: other, path: `/v1/pixels/${pixelId}/events` }] : []),
      { name: 'parse only (a)', server: floor, path: '/parse' },
      { name: 'insert each (b)', server: floor, path: '/insert' },
    ];
    const before = await Promise.all([flightline, other].map((server) => server?.figures()));
    const figures = await alternate(
      contenders.map(({ name, server, path }) => ({ name, url: `${server.url}${path}`, ...request })),
      { rounds: Number(BENCH_ROUNDS), seconds: Number(BENCH_SECONDS), connections },
    );
    for (const [index, { name, perSecond, p50, p99, refused, answered }] of figures.entries()) {
      const each = [Math.round(perSecond), Math.round(perSecond * events), p50, p99, refused];
      // The floors share a process.
      const { cpuMs: earlier } = (index < 2 && before[index]) || {};
      const now = earlier === undefined ? undefined : await contenders[index]?.server.figures();
      const own = now ? [((now.cpuMs - (earlier ?? 0)) / answered).toFixed(3), now.rssMib] : ['', ''];
      console.log([events, connections, name, ...each, ...own].join(' | '));
    }
  }
} finally {
  for (const child of children) await child.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
