import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/connection/client.ts';
import { startPooler } from './proxies/transaction-pooler.ts';

export interface TestDatabase extends Database {
  /** Its address over TCP, for other processes and for proxies. */
  readonly url: string;
}

/**
 * A migrated, empty database of the calling test file's own, dropped after it. Call it at the top of the file:
 * `const { prisma } = await createTestDatabase();` With TEST_POOLER=on, its pool goes through a pooler in transaction mode.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin().query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const pooler = process.env.TEST_POOLER === 'on' ? await startPooler(url) : undefined;
  const database = openDatabase(pooler ? { url: pooler.url, directUrl: url } : { url: throughSocket(url) });
  afterAll(async () => {
    await database.close();
    await pooler?.close();
    await dropDatabase(name);
  });
  return { ...database, url };
}

/**
 * Waits for connections that are being closed: a client that is terminated after its owner let go of it throws.
 * Then terminates the rest, such as those of a second app in the test.
 */
export async function dropDatabase(name: string): Promise<void> {
  for (let tries = 0; tries < 50 && (await isConnectedTo(name)); tries += 1) await sleep(20);
  await admin().query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function isConnectedTo(name: string): Promise<boolean> {
  const { rowCount } = await admin().query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
  return Number(rowCount) > 0;
}

let adminPool: pg.Pool | undefined;

/** A connection to the server's own database, one for all test files of this process. */
export function admin(): pg.Pool {
  adminPool ??= new pg.Pool({
    connectionString: throughSocket(inject('databaseServer').url),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => undefined);
  return adminPool;
}

/** Where the server has a socket, a statement costs half as much processor time as over TCP. */
function throughSocket(url: string): string {
  const { socket } = inject('databaseServer');
  return socket === undefined ? url : Object.assign(new URL(url), { search: `host=${socket}` }).href;
}
