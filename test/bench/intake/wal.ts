import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { postEvents } from '../../../src/domain/events/event/post.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { anEvent, createPoster } from '../../support/traffic/intake.ts';

/**
 * `npm run bench:wal`: what the write-ahead log of the intake is made of. BENCH_SECONDS (360) of BENCH_RATE (788) events a
 * second in arrays of BENCH_BATCH (1), which is the case that takes most; BENCH_KEYS=on sends Idempotency-Keys.
 * BENCH_SETTINGS sets PostgreSQL, such as `wal_compression=pglz checkpoint_timeout=30min`.
 */
const {
  BENCH_SECONDS = '360',
  BENCH_RATE = '788',
  BENCH_BATCH = '1',
  BENCH_KEYS,
  BENCH_SETTINGS = '',
} = process.env;
const [seconds, rate, batch] = [BENCH_SECONDS, BENCH_RATE, BENCH_BATCH].map(Number) as [
  number,
  number,
  number,
];
const settings = Object.fromEntries(
  BENCH_SETTINGS.split(' ')
    .filter(Boolean)
    .map((one) => one.split('=')),
);
const TICK_MS = 50;

const dataDir = await mkdtemp(join(tmpdir(), 'flightline-wal-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir, settings });
try {
  await migrate({ url: database.url });
  const env = { DATABASE_URL: database.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const config = loadConfig({ ...env, FLIGHTLINE_DATA_DIR: dataDir });
  const { system, close } = await openSystem({
    config,
    databaseUrl: database.url,
    log: pino({ level: 'warn' }),
  });
  const poster = await createPoster(system);
  const caller = { clientId: poster.client.clientId, seatId: poster.seatId };
  const post = () => {
    const email = createHash('sha256').update(randomUUID()).digest('hex');
    const events = Array.from({ length: batch }, () => anEvent({ user_data: { email, idfa: randomUUID() } }));
    return postEvents({
      ...{ system, caller, pixelId: poster.pixelId, events, json: JSON.stringify(events) },
      idempotencyKey: BENCH_KEYS === 'on' ? randomUUID() : undefined,
    });
  };
  await post();
  await system.pool.query('CREATE EXTENSION pg_walinspect');
  await system.pool.query('CHECKPOINT');
  const before = (await system.pool.query('SELECT pg_current_wal_insert_lsn()::text AS lsn')).rows[0].lsn;
  let sent = 0;
  let failed = 0;
  const pending = new Set<Promise<unknown>>();
  const began = performance.now();
  while (performance.now() - began < seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * rate;
    for (; sent < due; sent += batch) {
      const call = post()
        .catch(() => {
          failed += 1;
        })
        .finally(() => pending.delete(call));
      pending.add(call);
    }
    while (pending.size > 200) await Promise.race(pending);
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  const took = (performance.now() - began) / 1_000;
  const { rows } = await system.pool.query(
    `SELECT "resource_manager/record_type" AS record, count::float8, record_size::float8 AS records, fpi_size::float8 AS pages
     FROM pg_get_wal_stats($1::pg_lsn, pg_current_wal_flush_lsn(), true) WHERE count > 0 ORDER BY combined_size DESC LIMIT 14`,
    [before],
  );
  const { rows: total } = await system.pool.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), $1)::float8 AS bytes`,
    [before],
  );
  const bytes = total[0].bytes;
  console.log(
    `${sent} events (${failed} refused) in ${took.toFixed(0)} s (${(sent / took).toFixed(0)}/s), arrays of ${batch}, ${BENCH_SETTINGS || 'as it is'}`,
  );
  console.log(
    `${(bytes / sent).toFixed(0)} bytes an event, ${(((bytes / sent) * rate * 86_400) / 1e9).toFixed(1)} GB a day at ${rate}/s`,
  );
  console.log('bytes an event        records  full pages  count');
  for (const { record, count, records, pages } of rows)
    console.log(
      `${record.padEnd(22)} ${(records / sent).toFixed(1).padStart(6)}  ${(pages / sent).toFixed(1).padStart(9)}  ${(count / sent).toFixed(2)}`,
    );
  await close();
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
