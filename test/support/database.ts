import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/connection/client.ts';
import { startPooler } from './proxies/transaction-pooler.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

/**
 * A migrated, empty database of the calling test file's own, dropped after it. Call it at the top of the file:
 * `const { prisma } = await createTestDatabase();` With TEST_POOLER=on, its pool goes through a pooler in transaction mode.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await admin.end();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const pooler = process.env.TEST_POOLER === 'on' ? await startPooler(url) : undefined;
  const database = openDatabase(pooler ? { url: pooler.url, directUrl: url } : { url });
  afterAll(async () => {
    await database.close();
    await pooler?.close();
    await dropDatabase(server, name);
  });
  return { ...database, url };
}

/**
 * Waits for connections that are being closed: a client that is terminated after its owner let go of it throws.
 * Then terminates the rest, such as those of a second app in the test.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  for (let tries = 0; tries < 50 && (await isConnectedTo(admin, name)); tries += 1) await sleep(20);
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
}

async function isConnectedTo(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
  return Number(rowCount) > 0;
}
