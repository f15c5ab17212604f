import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UnavailableError } from '../../src/domain/errors.ts';
import { remoteIntrospection } from '../../src/domain/events/intake/remote-introspection.ts';
import { openRedis } from '../../src/platform/redis/open.ts';
import { ClickHouseUnavailableError } from '../../src/warehouse/clickhouse/clickhouse.ts';
import { createHttpClickHouse } from '../../src/warehouse/clickhouse/client.ts';
import { FileStoreUnavailableError } from '../../src/warehouse/file-store.ts';
import { createS3Files } from '../../src/warehouse/s3/files.ts';
import { startRedis } from '../support/processes/redis.ts';
import { silentProxy } from '../support/proxies/silent-proxy.ts';
import { fakeClickHouse } from '../warehouse/fake-clickhouse.ts';
import { fakeS3 } from '../warehouse/fake-s3.ts';

/**
 * Servers that accept and swallow bytes. Whoever waits for one learns of it in 8 s; silent-database.test.ts has the
 * database.
 */

const ANSWER_MS = 8_000;
/** Longer than a silent server is waited for. */
const LONG_MS = 9_000;
const QUIET = { error: () => undefined, info: () => undefined };

/** What a call fails with, in time. */
async function failureOf(call: () => Promise<unknown>): Promise<unknown> {
  const begun = performance.now();
  const failure = await call().then(
    () => undefined,
    (error) => error,
  );
  expect(performance.now() - begun).toBeLessThan(ANSWER_MS);
  return failure;
}

test('S3: reads of callers time out, whether nothing is received or the stream stalls', async () => {
  const store = await fakeS3();
  const proxy = await silentProxy(store.bucket.endpoint);
  const root = await mkdtemp(join(tmpdir(), 'silent-s3-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const bucket = { ...store.bucket, endpoint: proxy.through(store.bucket.endpoint).replace(/\/$/, '') };
  const files = createS3Files({ bucket, root, cacheBytes: 1 });
  const draft = await files.draft();
  await writeFile(draft, Buffer.alloc(8_000_000, 7));
  await files.publish(draft, 'reports/a.csv');
  const reader = createS3Files({ bucket, root: join(root, 'other'), cacheBytes: 1 });
  expect(await buffer(reader.read('reports/a.csv'))).toHaveLength(8_000_000);

  const body = reader.read('reports/a.csv');
  await new Promise((resolve) => body.once('readable', resolve));
  proxy.swallow();
  const calls = [
    () => buffer(body),
    () => reader.exists('reports/a.csv'),
    () => buffer(reader.read('reports/a.csv')),
    () => reader.use(['reports/a.csv'], async () => 1),
  ];
  for (const failure of await Promise.all(calls.map(failureOf)))
    expect(failure).toBeInstanceOf(FileStoreUnavailableError);
  proxy.pass();
  expect(await reader.exists('reports/a.csv')).toBe(true);
});

test('ClickHouse: a statement is given up in time, and one that takes long is not', async () => {
  const server = await fakeClickHouse(async ({ sql }) => {
    if (sql.includes('sleep')) await sleep(LONG_MS);
    return { body: '{"n":1}\n' };
  });
  onTestFinished(() => server.stop());
  const address = new URL(server.url.replace('clickhouse', 'http'));
  const proxy = await silentProxy(address.origin);
  const clickHouse = createHttpClickHouse(
    { url: proxy.through(address.origin), username: 'a', password: 'b', database: 'c' },
    { timeoutMs: 600_000 },
  );
  onTestFinished(() => clickHouse.close());
  expect(await clickHouse.rows({ sql: 'SELECT 1 AS "n"' })).toEqual([{ n: 1 }]);
  expect(await clickHouse.rows({ sql: 'SELECT sleep() AS "n"' })).toEqual([{ n: 1 }]);
  proxy.swallow();
  const calls = [
    () => clickHouse.rows({ sql: 'SELECT 1 AS "n"' }),
    () => clickHouse.run({ sql: 'SELECT 1' }),
    async () => buffer(await clickHouse.read({ sql: 'SELECT 1' })),
  ];
  for (const failure of await Promise.all(calls.map(failureOf)))
    expect(failure).toBeInstanceOf(ClickHouseUnavailableError);
});

test('Redis: a call is given up in time, later ones at once, and it is used again when it answers', async () => {
  const { server } = await startRedis();
  const proxy = await silentProxy(server.url);
  const redis = await openRedis({
    url: proxy.through(server.url),
    prefix: 'silent:',
    log: QUIET,
    unavailable: () => new UnavailableError(),
  });
  onTestFinished(() => redis.close());
  await redis.probe();
  proxy.swallow();
  expect(await failureOf(() => redis.probe())).toBeInstanceOf(UnavailableError);
  await sleep(500);
  const begun = performance.now();
  expect(await failureOf(() => redis.probe())).toBeInstanceOf(UnavailableError);
  expect(performance.now() - begun).toBeLessThan(500);
  await sleep(5_000);
  proxy.pass();
  await vi.waitFor(() => redis.probe(), { timeout: 10_000, interval: 100 });
});

test('the token service: an introspection is given up in time', async () => {
  const server = await fakeClickHouse(() => undefined);
  onTestFinished(() => server.stop());
  const address = new URL(server.url.replace('clickhouse', 'http'));
  const proxy = await silentProxy(address.origin);
  proxy.swallow();
  const auth = { url: new URL(proxy.through(address.origin)).origin, clientId: 'a', clientSecret: 'b' };
  const introspect = remoteIntrospection({ auth, now: () => new Date() });
  expect(await failureOf(() => introspect('token'))).toBeInstanceOf(UnavailableError);
});
