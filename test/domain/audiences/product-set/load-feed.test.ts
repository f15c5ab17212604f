import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { loadFeed } from '../../../../src/domain/audiences/product-set/load-feed.ts';
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
