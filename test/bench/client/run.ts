import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { withScratchServer } from '../../../scripts/scratch-server.ts';
import { LineAdsDocument } from '../../../src/client/documents.ts';
import { createClient } from '../../../src/client/index.ts';
import { loadConfig } from '../../../src/config.ts';
import { freePort } from '../../../src/db/embedded/postmaster.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { setUserQuota } from '../../../src/domain/quota/set.ts';
import { openSystem } from '../../../src/system.ts';
import { createClient as registerClient } from '../../support/actors.ts';
import { fill } from '../read/fill.ts';
import { ServerProcess } from '../support/child.ts';

/**
 * `npm run bench:client`: the client package pages through 100,000 ads, 10 lines of 10,000, a hundred a page,
 * with tokens, cost and visibility as in production; one line after the other, then four at a time.
 */
const LINES = 10;
const ADS = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

await withScratchServer(async (databaseUrl) => {
  await migrate({ url: databaseUrl });
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const { credentials, lineIds } = await prepare(env);
  const server = await ServerProcess.start(join(import.meta.dirname, '../read/flightline-server.ts'), env);
  try {
    console.log('lines at once | seconds | requests | ads | ads/s | SQL/request | RSS MiB');
    for (let round = 0; round < ROUNDS; round += 1)
      for (const atOnce of [1, 4]) console.log(await measure({ server, credentials, lineIds, atOnce, env }));
  } finally {
    await server.stop();
  }
});

async function prepare(env: Record<string, string>) {
  const config = loadConfig(env);
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config, databaseUrl: env.DATABASE_URL ?? '', log });
  const { seatId, advertiserId } = await fill(system);
  const { rows } = await system.pool.query<{ id: number }>(
    'SELECT id FROM line WHERE advertiser_id = $1 ORDER BY id LIMIT $2',
    [advertiserId, LINES],
  );
  const lineIds = rows.map(({ id }) => id);
  await system.pool.query(
    `INSERT INTO ad (seat_id, line_id, creative_id, status)
      SELECT ad.seat_id, ad.line_id, ad.creative_id, 'ACTIVE'
      FROM (SELECT DISTINCT ON (line_id) * FROM ad WHERE line_id = ANY ($1)) ad,
        generate_series(1, $2 - (SELECT count(*) FROM ad WHERE line_id = $3))`,
    [lineIds, ADS, lineIds[0]],
  );
  await system.pool.query('ANALYZE ad');
  const credentials = await registerClient(system, { seatId });
  await setUserQuota({ system, userId: credentials.userId, quotas: { graphqlPerHr: 2_000_000_000 } });
  await close();
  return { credentials, lineIds };
}

async function measure(options: {
  server: ServerProcess;
  credentials: { clientId: string; clientSecret: string };
  lineIds: readonly number[];
  atOnce: number;
  env: { PORT: string };
}): Promise<string> {
  const { server, credentials, lineIds, atOnce, env } = options;
  let requests = 0;
  const client = createClient({
    ...credentials,
    url: `http://127.0.0.1:${env.PORT}`,
    fetch: (...call) => {
      requests += 1;
      return fetch(...call);
    },
  });
  let ads = 0;
  const queue = [...lineIds];
  const before = await server.figures();
  const start = performance.now();
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      for await (const _ of client.pages(LineAdsDocument, { id: String(id) }, (data) => data.line?.ads))
        ads += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - start) / 1000;
  const after = await server.figures();
  const statements = (after.statements - before.statements) / requests;
  return [
    atOnce,
    seconds.toFixed(2),
    requests,
    ads,
    Math.round(ads / seconds),
    statements.toFixed(2),
    after.rssMib,
  ].join(' | ');
}
