import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { testSystem } from '../../support/system.ts';

const main = await testSystem();

test('calls share as many connections as FLIGHTLINE_DATABASE_POOL says, and wait for them', async () => {
  const config = loadConfig({
    FLIGHTLINE_DATA_DIR: main.config.dataDir,
    FLIGHTLINE_DATABASE_POOL: '5',
    FLIGHTLINE_MASTER_KEY: main.masterKey.toString('base64'),
    DATABASE_URL: main.database.url,
  });
  const { system, close } = await openSystem({ config, databaseUrl: main.database.url, log: main.log });
  const queries = Array.from({ length: 15 }, () =>
    system.pool.query('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)'),
  );
  const pids = (await Promise.all(queries)).map(({ rows }) => rows[0].pid);
  await close();
  expect(new Set(pids).size).toBe(5);
});
