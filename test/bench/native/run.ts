import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import { loadDictionary } from '../../../src/domain/audiences/dictionary/load.ts';
import { seedReferenceData } from '../../../src/domain/audiences/dictionary/seed.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { ServerProcess } from '../support/child.ts';
import { misspelt, writeGazetteer } from './gazetteer.ts';

/**
 * `npm run bench:native`: dictionary reads with and without the ETag, a fuzzy search over synthetic
 * locations, and batches of keywords, over HTTP against one server process.
 * BENCH_LOCATIONS (1000000), BENCH_BATCHES (60), BENCH_CONNECTIONS (2).
 */
const { BENCH_LOCATIONS = '1000000', BENCH_BATCHES = '60', BENCH_CONNECTIONS = '2' } = process.env;
const BATCH = 500;
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
let server: ServerProcess | undefined;
try {
  await migrate({ url: database.url });
  const env = { DATABASE_URL: database.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const { system, close } = await openSystem({
    config: loadConfig(env),
    databaseUrl: database.url,
    log: pino({ level: 'error' }),
  });
  await seedReferenceData(system.pool);
  const client = await createClient(system);
  await setUserQuota({ system, userId: client.userId, quotas: { nativePerHr: 2_000_000_000 } });
  const token = await tokenFor(system, client);
  const group = await system.db.accountGroup.findFirstOrThrow({ where: { seatId: client.seatId } });
  const { id: advertiserId } = await system.db.advertiser.create({
    data: {
      ...{
        seatId: client.seatId,
        accountGroupId: group.id,
        name: 'Bench',
        status: 'ACTIVE',
        iabCategoryId: 1,
      },
      ...{
        landingPageUrl: 'https://example.com',
        timezone: 'UTC',
        currency: 'USD',
        billingPrice: 0,
        contact: {},
      },
    },
  });
  const file = join(dataDir, 'gazetteer.csv');
  const names = await writeGazetteer(file, Number(BENCH_LOCATIONS));
  const loadMs = await timed(() => loadDictionary({ pool: system.pool, list: 'woeid', files: [file] }));
  await system.pool.query('VACUUM ANALYZE location');
  await close();
  console.log(`load of ${BENCH_LOCATIONS} synthetic locations: ${Math.round(loadMs / 1000)} s`);

  server = await ServerProcess.start(join(import.meta.dirname, '../read/flightline-server.ts'), env);
  const origin = `${server.url}/v3/rest`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const get = async (path: string, more = {}) => {
    const answer = await fetch(`${origin}${path}`, { headers: { ...headers, ...more } });
    await answer.text();
    return answer;
  };
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };

  const etag = (await get('/dictionary/country')).headers.get('etag') ?? '';
  await measure('dictionary/country', 1000, () => get('/dictionary/country'));
  await measure('dictionary/country, 304', 1000, () => get('/dictionary/country', { 'if-none-match': etag }));
  await measure('dictionary/woeid?type=city', 300, () => get('/dictionary/woeid?type=city'));
  const search = (fuzzy: boolean) => (index: number) => {
    const name = names[index % names.length] ?? '';
    const location = encodeURIComponent(fuzzy ? misspelt(name) : name);
    return get(`/dictionary/woeid?location=${location}&fuzzy=${fuzzy}`);
  };
  await measure('search by name', 1000, search(false));
  await measure('fuzzy search, one slip each', 1000, search(true));

  const campaign = await post<{ response: { id: number } }>('/campaign', {
    ...{ advertiserId, campaignName: 'Bench', objective: 'VISIT_WEB', channel: 'SEARCH' },
  });
  const adGroup = await post<{ response: { id: number } }>('/adgroup', {
    ...{ advertiserId, campaignId: campaign.response.id, adGroupName: 'Bench', bidSet: { bids: [] } },
  });
  let batch = 0;
  const keywords = () => {
    batch += 1;
    return Array.from({ length: BATCH }, (_, index) => ({
      ...{ advertiserId, parentType: 'ADGROUP', parentId: adGroup.response.id },
      ...{ value: `keyword ${batch} ${index}`, matchType: 'BROAD', landingUrl: 'https://example.com/' },
      bidSet: { bids: [{ priceType: 'CPC', value: 0.5, channel: 'SEARCH' }] },
    }));
  };
  const sendBatch = async () => {
    const answer = await post<{ errors: unknown }>('/keyword', keywords());
    if (answer.errors) throw new Error(JSON.stringify(answer.errors).slice(0, 500));
  };
  for (let warm = 0; warm < 10; warm += 1) await sendBatch();
  const statements = (await server.figures()).statements;
  await sendBatch();
  console.log(
    `SQL statements for one batch of ${BATCH}: ${(await server.figures()).statements - statements}`,
  );
  const seconds =
    (await timed(() =>
      Promise.all(
        Array.from({ length: Number(BENCH_CONNECTIONS) }, async (_, connection) => {
          for (let sent = connection; sent < Number(BENCH_BATCHES); sent += Number(BENCH_CONNECTIONS))
            await sendBatch();
        }),
      ),
    )) / 1000;
  console.log(
    `keywords in batches of ${BATCH}: ${Math.round((Number(BENCH_BATCHES) * BATCH) / seconds)} a second`,
  );
} finally {
  await server?.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One after the other, so that a figure is a request's own time. */
async function measure(
  name: string,
  times: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  for (let warm = 0; warm < 50; warm += 1) await work(warm);
  const took: number[] = [];
  for (let index = 0; index < times; index += 1) took.push(await timed(() => work(index)));
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}
