import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { checkMasterKey } from '../../../src/operations/health/check-master-key.ts';
import { startService } from '../../../src/operations/service/service.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { claimFiles } from '../../../src/warehouse/claim.ts';
import { openFiles } from '../../../src/warehouse/open.ts';
import { createClient } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { type TestSystem, testSystem } from '../../support/system.ts';

const system = await testSystem();

/** The same database in another process, which has no cached results. */
function anotherProcess(change: Partial<TestSystem> = {}): TestSystem {
  const database = openDatabase({ url: system.database.url });
  onTestFinished(() => database.close());
  return { ...system, db: database.prisma, pool: database.pool, ...change };
}

const configWith = (env: Record<string, string>) =>
  loadConfig({ FLIGHTLINE_DATA_DIR: system.config.dataDir, ...env });

async function reasonsOf(other: TestSystem): Promise<string[]> {
  const { send } = await testApp(other);
  const { status, body } = await send('GET', '/readyz');
  expect(status).toBe(body.status === 'ready' ? 200 : 503);
  return body.reasons ?? [];
}

test('a wrong master key is not ready, and is logged once', async () => {
  await checkMasterKey(system);
  expect(await reasonsOf(anotherProcess())).toEqual([]);
  const lines: unknown[] = [];
  const other = anotherProcess({ masterKey: randomBytes(32) });
  const log = Object.assign(Object.create(system.log), { error: (line: unknown) => lines.push(line) });
  const { send } = await testApp({ ...other, log });
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await send('GET', '/readyz');
    expect([status, body.reasons]).toEqual([
      503,
      ['The master key is not the one that the database was set up with.'],
    ]);
  }
  expect(lines).toHaveLength(1);
});

test('without a canary the key is checked against a client’s secret, and a wrong key stores no canary', async () => {
  await createClient(system);
  await system.pool.query('UPDATE installation SET canary = NULL');
  const wrong = { ...system, masterKey: randomBytes(32) };
  await expect(checkMasterKey(wrong)).rejects.toThrow(/^FLIGHTLINE_MASTER_KEY: /);
  await checkMasterKey(system);
  await expect(checkMasterKey(wrong)).rejects.toThrow(/^FLIGHTLINE_MASTER_KEY: /);
});

test('a data directory that cannot be written is not ready, and ready again when it can', async () => {
  const asNobody = process.getuid?.() === 0;
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-ready-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const config = configWith({ FLIGHTLINE_DATA_DIR: dataDir });
  await chmod(dataDir, 0o555);
  if (asNobody) process.seteuid?.(65_534);
  try {
    expect(await reasonsOf(anotherProcess({ config, files: openFiles(config) }))).toEqual([
      'The data directory cannot be written.',
    ]);
    const unconcerned = configWith({ FLIGHTLINE_DATA_DIR: dataDir, FLIGHTLINE_SERVICES: 'graphql,intake' });
    expect(await reasonsOf(anotherProcess({ config: unconcerned }))).toEqual([]);
  } finally {
    if (asNobody) process.seteuid?.(0);
  }
  await chmod(dataDir, 0o755);
  expect(await reasonsOf(anotherProcess({ config, files: openFiles(config) }))).toEqual([]);
});

test('with a token service that does not respond it is not ready; calls to it are bounded in time and number', async () => {
  let calls = 0;
  const silent = createServer(() => {
    calls += 1;
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const auth = { FLIGHTLINE_AUTH_CLIENT_ID: 'x', FLIGHTLINE_AUTH_CLIENT_SECRET: 'y' };
  const config = configWith({ FLIGHTLINE_AUTH_URL: `http://127.0.0.1:${port}`, ...auth });
  const { send } = await testApp(anotherProcess({ config }));
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('GET', '/readyz')));
  expect(performance.now() - began).toBeLessThan(6_000);
  expect(calls).toBe(1);
  for (const { status, body } of answers)
    expect([status, body.reasons]).toEqual([
      503,
      ['The token service does not answer, or refuses the credentials of this service.'],
    ]);
});

test('a process whose files are not those of the database refuses to start, or to serve its reports', async () => {
  await claimFiles(system);
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-elsewhere-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const env = {
    PORT: '0',
    DATABASE_URL: system.database.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_DATA_DIR: dataDir,
  };
  const start = (services: string, dir = dataDir) =>
    startService({
      config: loadConfig({ ...env, FLIGHTLINE_SERVICES: services, FLIGHTLINE_DATA_DIR: dir }),
      log: system.log,
    });
  for (const services of ['reporting', 'worker', 'graphql,worker'])
    await expect(start(services)).rejects.toThrow(
      /^FLIGHTLINE_DATA_DIR: the facts and reports of this database/,
    );
  await (await start('graphql,identity,intake,traffic')).stop();
  await (await start('reporting,worker', system.config.dataDir)).stop();

  const config = configWith(env);
  expect(await reasonsOf(anotherProcess({ config, files: openFiles(config) }))).toEqual([
    'The data directory does not hold the files of the database.',
  ]);
}, 60_000);

test('a directory with the files of one database is not given to another, which would delete them', async () => {
  await claimFiles(system);
  const other = await testSystem();
  await expect(claimFiles({ files: system.files, pool: other.pool })).rejects.toThrow(
    /holds the files of another database/,
  );
});

test('processes that claim one directory at the same moment agree; of two directories one is refused', async () => {
  const other = await testSystem();
  const second = await mkdtemp(join(tmpdir(), 'flightline-second-'));
  onTestFinished(() => rm(second, { recursive: true }));
  const claim = (dataDir: string) =>
    claimFiles({ files: openFiles({ dataDir, files: undefined }), pool: other.pool });
  const own = other.config.dataDir;
  const results = await Promise.allSettled([claim(own), claim(own), claim(second), claim(second)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('a database from before there were ids takes the directory that has its facts, and no other', async () => {
  const other = await testSystem();
  await other.pool.query(
    `INSERT INTO fact_file (name, kind, rows, bytes, min_hour, max_hour)
     VALUES ('facts/delivery/2026-01/x.parquet', 'delivery', 1, 1, now(), now())`,
  );
  await expect(claimFiles(other)).rejects.toThrow(/are not in .*warehouse/);
});
vi.setConfig({ testTimeout: 60_000 });
