import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { withScratchServer } from '../../../scripts/scratch-server.ts';
import { LineAdsDocument } from '../../../src/client/documents.ts';
import { createClient } from '../../../src/client/index.ts';
import { loadConfig } from '../../../src/config.ts';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { createClient as registerClient } from '../../support/actors.ts';
import { fill } from '../read/fill.ts';
import { ServerProcess } from '../support/child.ts';

/**
 * `npm run bench:client`: the client package pages through 100,000 ads, 10 lines of 10,000, a hundred a page,
 * with tokens, cost and visibility as in production; one line after the other, then four at a time. In turn with
 * it, plain `fetch` pages through the same ads of a bare route.
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
  const floor = await ServerProcess.start(join(import.meta.dirname, 'floor-server.ts'), env);
  try {
    const url = `http://127.0.0.1:${env.PORT}`;
    console.log('contender | lines at once | seconds | requests | ads | ads/s | SQL/request | RSS MiB');
    for (let round = 0; round < ROUNDS; round += 1)
      for (const atOnce of [1, 4]) {
        const ours = await measure({ server, lineIds, atOnce }, (count) => {
          const client = createClient({ ...credentials, url, fetch: counted(count) });
          return (id) => client.pages(LineAdsDocument, { id: String(id) }, (data) => data.line?.ads);
        });
        const bare = await measure({ server: floor, lineIds, atOnce }, (count) => {
          const load = counted(count);
          return (id) => barePages(load, `${floor.url}/ads?line=${id}`);
        });
        console.log(['client package', ...ours.figures].join(' | '));
        console.log(['bare route', ...bare.figures].join(' | '));
        console.log(`ratio of ads/s, ${atOnce} at once: ${(bare.seconds / ours.seconds).toFixed(2)}`);
      }
  } finally {
    await server.stop();
    await floor.stop();
  }
});

function counted(count: () => void): typeof fetch {
  return (...call) => {
    count();
    return fetch(...call);
  };
}

async function* barePages(load: typeof fetch, url: string): AsyncGenerator<unknown> {
  for (let after = 0; ; ) {
    const page = (await (await load(`${url}&after=${after}`)).json()) as { databaseId: number }[];
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.databaseId;
  }
}

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

type Paging = (lineId: number) => AsyncIterable<unknown>;

/** Reads the ads of all lines, `atOnce` lines at a time. */
async function measure(
  options: { server: ServerProcess; lineIds: readonly number[]; atOnce: number },
  start: (count: () => void) => Paging,
): Promise<{ seconds: number; figures: readonly (string | number)[] }> {
  const { server, lineIds, atOnce } = options;
  let requests = 0;
  const pagesOf = start(() => {
    requests += 1;
  });
  let ads = 0;
  const queue = [...lineIds];
  const before = await server.figures();
  const began = performance.now();
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      for await (const _ of pagesOf(id)) ads += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - began) / 1000;
  const after = await server.figures();
  const statements = (after.statements - before.statements) / requests;
  const figures = [
    atOnce,
    seconds.toFixed(2),
    requests,
    ads,
    Math.round(ads / seconds),
    statements.toFixed(2),
    after.rssMib,
  ];
  return { seconds, figures };
}
