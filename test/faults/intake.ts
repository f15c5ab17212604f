import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import { freePort } from '../../src/db/embedded/postmaster.ts';
import { openSystem } from '../../src/system.ts';
import { createPoster, type Poster } from '../support/intake.ts';
import { Load } from './load.ts';
import { Postgres } from './postgres.ts';

/**
 * `npm run test:faults`: what was acknowledged survives. FAULT_RATE (5000 events/s), FAULT_KILLS (20 of the
 * server), FAULT_CRASHES (10 of PostgreSQL). Prints a table; fails when a row does.
 */
const { FAULT_RATE = '5000', FAULT_KILLS = '20', FAULT_CRASHES = '10' } = process.env;
const SERVER = join(import.meta.dirname, '../bench/intake/flightline-server.ts');
const rows: { fault: string; passed: boolean; figures: string }[] = [];

/** The service in a process of its own, which keeps its port when it is started anew. */
class Service {
  readonly port: number;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = fork(SERVER, [], {
      execArgv: ['--import', 'jiti/register'],
      env: { ...process.env, ...this.#env, PORT: String(this.port) },
    });
    this.#child = child;
    await once(child, 'message');
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }
}

interface Scene {
  readonly postgres: Postgres;
  readonly service: Service;
  readonly poster: Poster;
  readonly load: Load;
  readonly pool: pg.Pool;
}

/** A fresh database and service under load, and what is left of what was acknowledged. */
async function scene(
  fault: string,
  settings: Record<string, string>,
  work: (scene: Scene) => Promise<{ passed: boolean; figures: string }>,
  passes = (result: { lost: number; stored: number; distinct: number }) =>
    result.lost === 0 && result.stored === result.distinct,
): Promise<void> {
  const postgres = await Postgres.create({ settings });
  const env = { DATABASE_URL: postgres.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const log = pino({ level: 'silent' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: postgres.url, log });
  const poster = await createPoster(system);
  await system.db.advertiserQuota.create({
    data: { advertiserId: poster.advertiserId, eventsPerSec: 1_000_000 },
  });
  await close();
  const service = new Service(await freePort(), env);
  await service.start();
  const url = () => `http://127.0.0.1:${service.port}/v1/pixels/${poster.pixelId}/events`;
  const load = new Load({ url, token: poster.eventToken });
  const pool = new pg.Pool({ connectionString: postgres.url });
  pool.on('error', () => undefined);
  const sending = load.send(Number(FAULT_RATE));
  try {
    await sleep(1_000);
    const { passed, figures } = await work({ postgres, service, poster, load, pool });
    const finished = load.finish();
    await sending;
    await finished;
    const result = await load.verify(pool);
    const statuses = [...load.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    rows.push({
      fault,
      passed: passed && passes(result),
      figures: `${Object.entries(result)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}; ${figures}; statuses ${statuses}`,
    });
  } finally {
    await service.kill();
    await pool.end();
    await postgres.remove();
    console.log(JSON.stringify(rows.at(-1)));
  }
}

const onlyUnavailable = ({ statuses }: Load) =>
  [...statuses.keys()].every((status) => ['200', '503'].includes(status));

await scene(`server killed (kill -9) ${FAULT_KILLS} times`, {}, async ({ service }) => {
  for (let n = 0; n < Number(FAULT_KILLS); n += 1) {
    await sleep(700 + Math.random() * 600);
    await service.kill();
    await service.start();
  }
  return { passed: true, figures: 'restarted each time' };
});

await scene(`PostgreSQL stopped hard ${FAULT_CRASHES} times`, {}, async ({ postgres, load }) => {
  let longestMs = 0;
  for (let n = 0; n < Number(FAULT_CRASHES); n += 1) {
    await sleep(700 + Math.random() * 600);
    await postgres.crash();
    await sleep(300);
    await postgres.start();
    const back = Date.now();
    while (load.lastSuccess < back) await sleep(10);
    longestMs = Math.max(longestMs, load.lastSuccess - back);
  }
  return {
    passed: longestMs < 5_000 && onlyUnavailable(load),
    figures: `back within ${longestMs} ms without a restart`,
  };
});

await scene('connections frozen for 20 s', {}, async ({ postgres, load }) => {
  const thaw = await postgres.freeze();
  const frozen = Date.now();
  await sleep(20_000);
  const backBeforeThaw = load.lastSuccess > frozen + 1_000;
  thaw();
  const back = Date.now();
  while (load.lastSuccess < back) await sleep(10);
  return {
    passed: onlyUnavailable(load) && backBeforeThaw,
    figures: `pool recovered ${backBeforeThaw ? 'before' : 'after'} the thaw, longest answer ${load.longestMs} ms`,
  };
});

await scene('300 slow clients', {}, async ({ service, poster }) => {
  const measure = async () => {
    const times: number[] = [];
    for (let n = 0; n < 150; n += 1) {
      const began = performance.now();
      await (await fetch(`http://127.0.0.1:${service.port}/healthz`)).arrayBuffer();
      times.push(performance.now() - began);
      await sleep(5);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  };
  const before = await measure();
  const head = `POST /v1/pixels/${poster.pixelId}/events HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${poster.eventToken}\r\ncontent-length: 100000\r\n\r\n[`;
  const slow: Socket[] = Array.from({ length: 300 }, () => {
    const socket = connect(service.port, '127.0.0.1', () => socket.write(head));
    return socket.on('error', () => undefined);
  });
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write(' ');
  }, 200);
  await sleep(1_000);
  const during = await measure();
  clearInterval(drip);
  for (const socket of slow) socket.destroy();
  return {
    passed: during < 2 * Math.max(before, 5),
    figures: `p99 ${before.toFixed(1)} ms without them, ${during.toFixed(1)} ms with them`,
  };
});

// The harness proves itself: told to forget, the database must be seen to have lost something.
await scene(
  'self-proof: synchronous_commit=off and an immediate stop are seen as a loss',
  { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' },
  async ({ postgres }) => {
    await sleep(1_500);
    await postgres.crash();
    await postgres.start();
    return { passed: true, figures: 'stopped once' };
  },
  ({ lost }) => lost > 0,
);

rows.push({
  fault: 'disk full under PostgreSQL',
  passed: false,
  figures: process.getuid?.() === 0 ? 'not run yet' : 'not run: needs root',
});

console.log('\nfault | passed | figures');
for (const { fault, passed, figures } of rows)
  console.log(`${fault} | ${passed ? 'yes' : 'NO'} | ${figures}`);
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;
