import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import {
  checkFeedSize,
  feedSizeOf,
  MAX_PRODUCTS,
} from '../../../../src/domain/audiences/product-set/feed-size.ts';
import { loadFeed } from '../../../../src/domain/audiences/product-set/load-feed.ts';
import { readFeed } from '../../../../src/domain/audiences/product-set/read-feed.ts';
import { ConflictError, ValidationError } from '../../../../src/domain/errors.ts';
import { trafficSystem } from '../../../support/seat.ts';

const { system, caller } = await trafficSystem();
const file = path.join(tmpdir(), `feed-${randomUUID()}.csv`);
await writeFile(file, 'id,title\n1,One\n2,Two\n');
afterAll(() => rm(file));

test('a load that waits for a lock longer than a request may run is carried out once the lock is gone', async () => {
  const { id: advertiserId } = await (await caller()).advertiser();
  await loadFeed({ system, advertiserId, file });
  // A short limit of the driver stands for the 35 seconds of requests.
  const pool = new pg.Pool({ connectionString: system.database.url, query_timeout: 400 });
  const holder = await system.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM product_feed WHERE advertiser_id = $1 FOR UPDATE', [advertiserId]);
  const loading = loadFeed({ system: { pool, now: system.now }, advertiserId, file });
  await sleep(1200);
  await holder.query('COMMIT');
  holder.release();
  expect(await loading).toEqual({ rows: 2, added: 0, changed: 0, removed: 0 });
  await pool.end();
});

test('a call of a seat that loads a feed already, or of a feed that an operator loads, is a conflict', async () => {
  const { seatId, advertiser } = await caller();
  const [one, two] = [await advertiser(), await advertiser()];
  const load = ({ id }: { id: number }) =>
    loadFeed({
      ...{ system, advertiserId: id, file: 'feed.csv' },
      sent: { content: 'id\n1\n', seatId, isDryRun: false },
    });
  await load(one);
  const holder = await system.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM product_feed WHERE advertiser_id = $1 FOR UPDATE', [one.id]);
  const waiting = load(one).catch((error: unknown) => error);
  const waits = await system.pool.connect();
  await expect
    .poll(async () => {
      const { rowCount } = await waits.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount;
    })
    .toBeGreaterThan(0);
  waits.release();
  await expect(load(two)).rejects.toThrow('Another feed of the seat is being loaded.');
  const error = await waiting;
  expect(error).toBeInstanceOf(ConflictError);
  expect(error).toMatchObject({ message: expect.stringContaining('loaded by an operator') });
  await holder.query('COMMIT');
  holder.release();
  expect(await load(two)).toMatchObject({ rows: 1 });
});

test('a call that waits longer than a request may run is ended', async () => {
  const { seatId, advertiser } = await caller();
  const { id: advertiserId } = await advertiser();
  const pool = new pg.Pool({ connectionString: system.database.url, query_timeout: 400 });
  const holder = await system.pool.connect();
  await holder.query('BEGIN; LOCK TABLE product IN ACCESS EXCLUSIVE MODE');
  const sent = { content: 'id\n1\n', seatId, isDryRun: false };
  const loading = loadFeed({ system: { pool, now: system.now }, advertiserId, file: 'feed.csv', sent });
  await expect(loading).rejects.toThrow(/read timeout/);
  await holder.query('COMMIT');
  holder.release();
  await pool.end();
});

test('the events of other requests are served while a feed is read', async () => {
  const content = `id\n${Array.from({ length: 9_000 }, (_, n) => `product-${n}`).join('\n')}\n`;
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  let rows = 0;
  for await (const row of readFeed('feed.csv', content)) rows += 'id' in row ? 1 : 0;
  isRead = true;
  expect(rows).toBe(9_000);
  expect(turns).toBeGreaterThanOrEqual(content.length / (16 * 1024));
});

test('a wide feed of a call is sent in statements of a quarter of a mebibyte', async () => {
  const { seatId, advertiser } = await caller();
  const { id: advertiserId } = await advertiser();
  const names = Array.from({ length: 999 }, (_, n) => (n === 0 ? 'id' : `column${n}`));
  const rows = Array.from({ length: 60 }, (_, n) =>
    names.map((_, at) => (at === 0 ? `p${n}` : 'v"')).join('\t'),
  );
  const content = [names.join('\t'), ...rows].join('\n');
  const sent: number[] = [];
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (/INTO staged/.test(String(args[0]))) sent.push(JSON.stringify(args[1]).length);
    return Reflect.apply(query, this, args);
  });
  const loaded = await loadFeed({
    ...{ system, advertiserId, file: 'feed.tsv' },
    sent: { content, seatId, isDryRun: false },
  });
  vi.restoreAllMocks();
  expect(loaded).toMatchObject({ rows: 60, added: 60 });
  expect(sent.length).toBeGreaterThan(2);
  const { rows: stored } = await system.pool.query(
    `SELECT data ->> 'column998' AS last FROM product WHERE advertiser_id = $1 AND id = 'p59'`,
    [advertiserId],
  );
  expect(stored).toEqual([{ last: 'v"' }]);
});

test.each([
  ['CSV', 'id,title\n1,"a\nb"\r\n\r\n2,"say ""\n"""', 2, 6],
  ['CSV', 'id\r1\r2', 2, 3],
  ['CSV', '', 0, 0],
  ['TSV', 'id\tsize\n1\t"\n2\t3\n', 2, 6],
  ['NDJSON', '{"id":1,"a":"\\n"}\n{"id":2}', 2, 3],
])('%s %j has %i products', (format, content, products, values) => {
  expect(feedSizeOf(format, content)).toMatchObject({ products, values });
});

test.each([
  [
    'products',
    `id\n${'1\n'.repeat(MAX_PRODUCTS)}`,
    `id\n${'1\n'.repeat(MAX_PRODUCTS + 1)}`,
    /more than 10,000/,
  ],
  [
    'characters of names',
    `id,${'n'.repeat(4_000)}\n${'1\n'.repeat(1_000)}`,
    `id,${'n'.repeat(4_000)}\n${'1\n'.repeat(1_100)}`,
    /more than 4 MiB/,
  ],
])('a feed of a call with too many %s is refused', (_what, fits, exceeds, message) => {
  expect(() => checkFeedSize(feedSizeOf('CSV', fits))).not.toThrow();
  const check = () => checkFeedSize(feedSizeOf('CSV', exceeds));
  expect(check).toThrow(ValidationError);
  expect(check).toThrow(message);
});
