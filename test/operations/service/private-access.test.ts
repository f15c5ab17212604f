import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { loadConfig } from '../../../src/config.ts';
import { startService } from '../../../src/operations/service/service.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { narrowAccess } from '../../../src/platform/files/private-access.ts';
import { masterKey } from '../../../src/platform/keys/master-key.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { testSystem } from '../../support/system.ts';

const log = pino({ level: 'silent' });

/** The access of others to the files and directories below `root`; those without any are omitted. */
async function openToOthers(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const places = [root, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  const found = await Promise.all(
    places.map(async (place) => {
      const mode = ((await stat(place)).mode & 0o777).toString(8);
      return /^[67]00$/.test(mode) ? [] : [`${relative(root, place) || '.'} ${mode}`];
    }),
  );
  return found.flat().sort();
}

async function newDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'flightline-access-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 20 }));
  await chmod(dir, 0o755);
  return dir;
}

/** A warehouse as versions before have left it. */
async function wideWarehouse(dataDir: string): Promise<string> {
  const warehouse = join(dataDir, 'warehouse');
  for (const folder of ['facts/2026-01-31', 'reports/a', 'events/2025-12-31', 'drafts'])
    await mkdir(join(warehouse, folder), { recursive: true, mode: 0o755 });
  for (const file of ['facts/2026-01-31/a.parquet', 'reports/a/1.csv', 'events/2025-12-31/b.parquet'])
    await writeFile(join(warehouse, file), 'x', { mode: 0o644 });
  return warehouse;
}

test('facts, drafts and reports are their owner’s alone, whatever the umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const { client: make, advertiser, load, run, dataDir } = await reportingService();
  const owner = await make();
  const { ids } = await advertiser(owner);
  await load([{ ...ids, hour: '2026-03-02T15:00:00Z', impressions: 5 }]);
  const { report } = await run(owner, {
    dateTypeId: 11,
    intervalTypeId: 2,
    startDate: '2026-03-01T00:00:00Z',
    endDate: '2026-03-03T00:00:00Z',
    reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [4], metricTypeIds: [1] },
  });
  expect(report.numRows).toBe(1);
  const warehouse = join(dataDir, 'warehouse');
  const files = (await readdir(warehouse, { recursive: true })).join('\n');
  expect(files).toMatch(/\.parquet$/m);
  expect(files).toMatch(/\.csv$/m);
  expect(await openToOthers(warehouse)).toEqual([]);
});

test('a start narrows what a version before has left', async () => {
  const system = await testSystem();
  const dataDir = await newDirectory();
  const warehouse = await wideWarehouse(dataDir);
  for (const name of ['master.key', 'postgres.password', 'postgres.log'])
    await writeFile(join(dataDir, name), 'x', { mode: 0o644 });
  await writeFile(join(dataDir, 'of-somebody-else.txt'), 'x', { mode: 0o644 });
  const config = loadConfig({
    PORT: '0',
    FLIGHTLINE_DEMO: 'off',
    FLIGHTLINE_SERVICES: 'reporting',
    DATABASE_URL: system.database.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_DATA_DIR: dataDir,
  });
  const service = await startService({ config, log });
  onTestFinished(() => service.stop());
  expect(await openToOthers(warehouse)).toEqual([]);
  expect(await openToOthers(dataDir)).toEqual(['. 755', 'of-somebody-else.txt 644']);
});

test('a link in the warehouse is not followed, the warehouse itself may be one', async () => {
  const [dataDir, volume, elsewhere] = [await newDirectory(), await newDirectory(), await newDirectory()];
  await writeFile(join(elsewhere, 'file'), 'x', { mode: 0o644 });
  await symlink(volume, join(dataDir, 'warehouse'));
  await symlink(elsewhere, join(volume, 'facts'));
  await narrowAccess({ dataDir, log });
  expect((await stat(volume)).mode & 0o777).toBe(0o700);
  expect(await openToOthers(elsewhere)).toEqual(['. 755', 'file 644']);
});

test('of a million files only the nearest are looked at: their directory is closed', async () => {
  const dataDir = await newDirectory();
  const folder = join(dataDir, 'warehouse/facts');
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 11_000 }, (_, n) => join(folder, `${n}.parquet`));
  await Promise.all(names.map((name) => writeFile(name, '', { mode: 0o644 })));
  await narrowAccess({ dataDir, log });
  const left = await openToOthers(join(dataDir, 'warehouse'));
  expect(left.length).toBe(1_001);
  expect(left.every((line) => line.endsWith('.parquet 644'))).toBe(true);
});

test('the embedded PostgreSQL starts again on a data directory that was narrowed', async () => {
  const dataDir = join(await newDirectory(), 'data');
  for (const round of [1, 2]) {
    const server = await startEmbedded({ dataDir, settings: FORGETFUL });
    await masterKey({ dataDir, masterKey: undefined }, async () => false);
    await server.stop();
    const home = await stat(join(dataDir, 'postgres'));
    for (const name of ['master.key', 'postgres.password', 'postgres.log'])
      expect([round, name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([round, name, 0o600]);
    await narrowAccess({ dataDir, log });
    expect(await stat(join(dataDir, 'postgres'))).toMatchObject({ uid: home.uid, mode: home.mode });
  }
});
