import { chmod, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import { openArchive, readBases } from '../../../src/operations/backup/wal/archive.ts';
import { recover } from '../../../src/operations/backup/wal/recover.ts';
import { clusterId, startArchiving } from '../../../src/operations/backup/wal/shipper.ts';
import { readiness } from '../../../src/operations/health/ready.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { readInstallation } from '../../../src/platform/database/migration/installation.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { newOperation } from '../../../src/platform/process/operation.ts';
import { openFiles } from '../../../src/warehouse/open.ts';
import { testSystem } from '../../support/system.ts';
import { fakeS3 } from '../../warehouse/fake-s3.ts';

/** The write-ahead log of the embedded database is archived, and recovered to a moment. */

vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 });
const folder = await mkdtemp(join(tmpdir(), 'flightline-wal-'));
await chmod(folder, 0o711);
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});
const FACTS = 'facts/delivery/2026-01/a.parquet';
const archive = join(folder, 'archive');
/** Settings that name an archive. */
type Place = Readonly<Record<string, string>>;
const DIRECTORY: Place = { FLIGHTLINE_WAL_ARCHIVE: archive };
const configOf = (name: string, place = DIRECTORY) =>
  loadConfig({ FLIGHTLINE_DATA_DIR: join(folder, name), ...place });
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });

/** The database of a data directory, whose log is archived. */
async function serve(name: string, place = DIRECTORY) {
  const config = configOf(name, place);
  const database = await startEmbedded({ dataDir: config.dataDir, settings: FORGETFUL, archives: true });
  cleanups.push(async () => rm(await realpath(join(config.dataDir, 'postgres')), { recursive: true }));
  cleanups.push(() => database.stop());
  await migrate({ url: database.url });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  cleanups.push(() => pool.end());
  // As a service makes it when it opens the database.
  await readInstallation(pool);
  const id = await clusterId(pool);
  const files = openFiles(config);
  const operation = newOperation();
  const start = () => startArchiving({ config, database, id, files, operation, log });
  return { config, database, pool, files, operation, start };
}

type Served = Awaited<ReturnType<typeof serve>>;

const namesOf = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('SELECT name FROM seat ORDER BY id')).rows.map(({ name }) => name);

/** Everything that was written until now is in the archive. */
async function archived({ pool, config, database }: Served): Promise<void> {
  const { rows } = await pool.query<{ segment: string }>(
    'SELECT pg_walfile_name(pg_switch_wal()) AS segment',
  );
  const name = `${rows[0]?.segment}.gz`;
  await vi.waitFor(
    async () => {
      expect(await namesIn(config, 'wal')).toContain(`wal/${name}`);
      expect(await readdir(database.spool)).toEqual([]);
    },
    { timeout: 60_000, interval: 200 },
  );
}

const namesIn = async (config: Config, kind: string) =>
  (await openArchive(config).list(kind)).map(({ name }) => name);

const hasBase = ({ config }: Served) =>
  vi.waitFor(async () => expect((await namesIn(config, 'base')).join()).toMatch(/\.json/), {
    timeout: 120_000,
    interval: 200,
  });

const objectStore = async (): Promise<Place> => ({
  FLIGHTLINE_WAL_ARCHIVE: 's3://backups/flightline',
  FLIGHTLINE_S3_ENDPOINT: (await fakeS3()).bucket.endpoint,
});

test.each([
  ['a directory', '', async () => DIRECTORY],
  ['an object store', 's3-', objectStore],
])(
  'a mistake is undone by a recovery from %s to the moment before it, and later ones go on from there',
  async (_what, prefix, open) => {
    const place = await open();
    const first = await serve(`${prefix}first`, place);
    await writeFile(join(first.config.dataDir, 'master.key'), 'the key');
    const stop = await first.start();
    await hasBase(first);
    const insert = (name: string) => first.pool.query('INSERT INTO seat (name) VALUES ($1)', [name]);
    await insert('before');
    const draft = await first.files.draft();
    await writeFile(draft, 'facts');
    await first.files.publish(draft, FACTS);
    await first.pool.query(
      `INSERT INTO fact_file (name, kind, rows, bytes, min_hour, max_hour)
     VALUES ($1, 'delivery', 1, 5, '2026-01-31', '2026-01-31')`,
      [FACTS],
    );
    await archived(first);
    await sleep(1_000);
    const at = new Date();
    await sleep(1_000);
    await first.pool.query(`UPDATE seat SET name = 'by mistake'; DELETE FROM fact_file`);
    await first.files.remove(FACTS);
    await archived(first);
    await stop();
    await first.database.stop();

    const config = configOf(`${prefix}second`, place);
    const recovered = await recover({ config, at });
    expect(Date.parse(recovered.until)).toBeLessThanOrEqual(at.getTime());
    expect(await readFile(join(config.dataDir, 'master.key'), 'utf8')).toBe('the key');
    const second = await serve(`${prefix}second`, place);
    expect(await namesOf(second.pool)).toEqual(['before']);
    expect(await readFile(join(config.dataDir, 'warehouse', FACTS), 'utf8')).toBe('facts');
    expect(await second.files.owner()).toBe((await readInstallation(second.pool)).id);
    // It writes to the same archive, on a timeline of its own.
    const stopSecond = await second.start();
    await second.pool.query(`INSERT INTO seat (name) VALUES ('since')`);
    await archived(second);
    await stopSecond();

    const third = configOf(`${prefix}third`, place);
    await recover({ config: third });
    expect(await namesOf((await serve(`${prefix}third`, place)).pool)).toEqual(['before', 'since']);
  },
);

test('what cannot be recovered is refused with a reason, and leaves nothing', async () => {
  const config = configOf('fourth');
  await expect(recover({ config, at: new Date('2020-01-01T00:00:00Z') })).rejects.toThrow(
    /^The first moment that .*archive can recover is 20/,
  );
  await expect(recover({ config, at: new Date(Date.now() + 3_600_000) })).rejects.toThrow(
    /^The archive ends before /,
  );
  expect(await readdir(config.dataDir)).not.toContain('postgres');
  await expect(recover({ config: configOf('second') })).rejects.toThrow(/has a database; name an empty/);
  const [base = ''] = (await readdir(join(archive, 'base'))).filter((name) => name.endsWith('.gz'));
  const place = join(archive, 'base', base);
  const good = await readFile(place);
  await writeFile(place, Buffer.concat([good.subarray(0, 100), Buffer.from([1]), good.subarray(101)]));
  await expect(recover({ config })).rejects.toThrow(
    /was changed after it was saved, and nothing was recovered/,
  );
  await writeFile(place, good);
});

test('an archive with a damaged or missing segment is refused: a partial recovery is never reported as complete', async () => {
  const config = configOf('fifth');
  const [base] = await readBases(openArchive(config));
  const first = join(archive, 'wal', `${base?.base.firstSegment}.gz`);
  const good = await readFile(first);
  await writeFile(first, good.subarray(0, good.length / 2));
  await expect(recover({ config })).rejects.toThrow(
    /^wal\/\w+\.gz in .*archive cannot be read, and nothing was recovered: unexpected end of file/,
  );
  await rm(first);
  await expect(recover({ config })).rejects.toThrow(/archive lacks wal\/\w+\.gz, but has later ones/);
  expect(await readdir(config.dataDir)).not.toContain('postgres');
  await writeFile(first, good);
});

test('an archive that cannot be written is named in the log, once, and in /readyz, until it can', async () => {
  const place = { FLIGHTLINE_WAL_ARCHIVE: join(folder, 'broken') };
  const served = await serve('sixth', place);
  const stop = await served.start();
  await hasBase(served);
  await rename(place.FLIGHTLINE_WAL_ARCHIVE, join(folder, 'moved'));
  await writeFile(place.FLIGHTLINE_WAL_ARCHIVE, 'no folder');
  await served.pool.query('SELECT pg_switch_wal()');
  const system = { ...(await testSystem()), config: served.config, operation: served.operation };
  const check = async () => (await readiness({ system })).checks.find(({ name }) => name === 'wal_archive');
  await vi.waitFor(
    async () =>
      expect(await check()).toEqual({
        name: 'wal_archive',
        status: 'failing',
        reason: 'The WAL archive cannot be written.',
        cause: expect.stringContaining('ENOTDIR'),
      }),
    { timeout: 60_000, interval: 200 },
  );
  await sleep(3_000);
  expect(lines.filter((line) => line.includes('the WAL archive cannot be written'))).toHaveLength(1);
  await rm(place.FLIGHTLINE_WAL_ARCHIVE);
  await rename(join(folder, 'moved'), place.FLIGHTLINE_WAL_ARCHIVE);
  await vi.waitFor(async () => expect((await check())?.status).toBe('ok'), {
    timeout: 60_000,
    interval: 200,
  });
  await stop();
});

test('an archive belongs to one database', async () => {
  const config = loadConfig({ FLIGHTLINE_DATA_DIR: join(folder, 'other'), FLIGHTLINE_WAL_ARCHIVE: archive });
  const files = openFiles(config);
  const database = {
    url: '',
    pgData: '',
    spool: folder,
    state: () => 'running' as const,
    stop: async () => undefined,
  };
  await expect(
    startArchiving({ config, database, id: 'another', files, operation: newOperation(), log }),
  ).rejects.toThrow(/^FLIGHTLINE_WAL_ARCHIVE: .* is the archive of another database/);
  const file = join(folder, 'a file');
  await writeFile(file, '');
  const nowhere = { ...config, walArchive: { directory: join(file, 'archive') } };
  await expect(
    startArchiving({ config: nowhere, database, id: 'another', files, operation: newOperation(), log }),
  ).rejects.toThrow(/^FLIGHTLINE_WAL_ARCHIVE: .* cannot be used: ENOTDIR/);
});
