import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/db/client.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

/**
 * A migrated, empty database of the calling test file's own, dropped after it. Call it at the top of the file:
 * `const { prisma } = await createTestDatabase();`
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await admin.end();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = openDatabase({ url });
  afterAll(async () => {
    await database.close();
    await dropDatabase(server, name);
  });
  return { ...database, url };
}

/** Whoever is still connected (a second app in the test) is put out. */
async function dropDatabase(server: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
}
