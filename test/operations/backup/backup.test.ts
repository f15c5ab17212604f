import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ensurePartitions, maintainPartitions } from '../../../src/domain/events/intake/partitions.ts';
import { backUp } from '../../../src/operations/backup/backup.ts';
import {
  type Manifest,
  readManifest,
  tableFile,
  writeManifest,
} from '../../../src/operations/backup/manifest.ts';
import { restore } from '../../../src/operations/backup/restore.ts';
import { verifyBackup } from '../../../src/operations/backup/verify.ts';
import { checkMasterKey } from '../../../src/operations/health/check-master-key.ts';
import { compactFacts, removeRetired } from '../../../src/warehouse/compact.ts';
import { loadFacts, type Warehouse } from '../../../src/warehouse/load.ts';
import { openFiles, openWarehouse } from '../../../src/warehouse/open.ts';
import { testSystem } from '../../support/system.ts';
import { createAd, createPoster } from '../../support/traffic/intake.ts';
import { csvOf } from '../../warehouse/support.ts';
import { emptyDatabase, holdBackups, scratchFolder } from './support.ts';

vi.setConfig({ testTimeout: 240_000 });
const system = await testSystem();
const { pool } = system;
const { folder, newFolder, remove } = await scratchFolder();
const cleanups: (() => Promise<unknown>)[] = [remove];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});
await checkMasterKey(system);
await maintainPartitions(system);
const poster = await createPoster(system);
await createAd(system, { seatId: poster.seatId, advertiserId: poster.advertiserId });
// One of each kind of value that is written in its own way.
await pool.query(
  `INSERT INTO product (advertiser_id, id, data) VALUES (1, 'ü\t\\', '{"a": [1.50, null, "\\\\n"]}')`,
);
await pool.query(
  `INSERT INTO fx_rate (day, currency, usd_per_unit) VALUES ('2026-01-31', 'EUR', 1.080000000001)`,
);
const warehouse = await openWarehouse(system);
const ours = { ...system.config, masterKey: Buffer.from(system.masterKey) };
const DAY_MS = 86_400_000;
/** Enough small files for merging to begin. */
const LOADS = 21;

type SavedConfig = Parameters<typeof backUp>[0]['config'];

const save = (dir: string, databaseUrl = system.database.url, config: SavedConfig = ours) =>
  backUp({ config, databaseUrl, dir });

/** A database without tables, and a place for its files. */
async function emptyTarget() {
  const { databaseUrl, drop } = await emptyDatabase();
  cleanups.push(drop);
  const config = { ...ours, dataDir: newFolder() };
  const ask = async <Row>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows as Row[];
  };
  return { config, databaseUrl, ask };
}

async function loadOne(n: number): Promise<void> {
  const file = join(folder, `facts-${n}.csv`);
  await writeFile(file, csvOf([{ impressions: n }]));
  await loadFacts(warehouse, { file });
}

/** Events with their receipt, and a line's change of name with it, each in one transaction, until stopped. */
function keepWriting(): () => Promise<number> {
  let stopped = false;
  let written = 0;
  const work = (async () => {
    for (; !stopped; written += 1)
      await pool.query(
        `WITH receipt AS (
           INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count)
           VALUES (gen_random_uuid(), now(), $1, $2, 'load', 'ACCEPTED', 3) RETURNING id, received_at),
         renamed AS (UPDATE line SET name = 'line ' || $3::int WHERE id = (SELECT min(id) FROM line) RETURNING id)
         INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, ea, gv)
         SELECT receipt.id, position, received_at, $1, 1, $2, now(), E'tab\\t, line\\n, back\\\\, quote"', 0.1
         FROM receipt, generate_series(1, 3) AS position`,
        [poster.seatId, poster.pixelId, written],
      );
  })();
  return async () => {
    stopped = true;
    await work;
    return written;
  };
}

/** Merging with its waiting time of an hour over: the files that were merged are gone. */
async function mergeAndDelete(merged: Warehouse): Promise<void> {
  expect(await compactFacts(pool, merged)).toBeGreaterThanOrEqual(LOADS);
  await pool.query(
    `UPDATE fact_file SET retired_at = now() - interval '2 hours' WHERE retired_at IS NOT NULL`,
  );
  await removeRetired(pool, merged);
}

const contentOf = ({ tables, files, sequences, migrations }: Manifest) => ({
  tables: tables.filter(({ rows }) => rows > 0).map(({ name, rows, sha256 }) => ({ name, rows, sha256 })),
  files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  sequences,
  migrations: migrations.map(({ name }) => name),
});

describe('a backup under load', async () => {
  for (let n = 0; n < LOADS; n += 1) await loadOne(n);
  const dir = newFolder();
  const stop = keepWriting();
  // One table is held, so that the rest happens while the backup runs.
  const held = await holdBackups(pool);
  const running = save(dir);
  await held.begun();
  const second = await save(newFolder()).catch((error: Error) => error.message);
  const began = performance.now();
  await ensurePartitions(system, new Date(Date.now() + 30 * DAY_MS));
  const partitionMs = performance.now() - began;
  await mergeAndDelete(warehouse);
  await sleep(500);
  await held.release();
  const made = await running;
  const written = await stop();
  const manifest = await readManifest(dir);
  const target = await emptyTarget();
  const restored = await restore({ ...target, dir });

  test('locks out no maker of partitions, and no second backup runs at the same time', () => {
    expect(partitionMs).toBeLessThan(5_000);
    expect(second).toBe('Another backup of this database is running. Wait until it has ended.');
    expect(written).toBeGreaterThan(10);
  });

  test('restored and saved again, is the same in every table, sequence and file', async () => {
    const again = newFolder();
    await save(again, target.databaseUrl, target.config);
    expect(contentOf(await readManifest(again))).toEqual(contentOf(manifest));
    const { directory: _, ...contents } = made;
    expect(restored).toEqual(contents);
    expect(contents).toMatchObject({ files: LOADS, masterKey: 'not included' });
  });

  test('is of one moment: each receipt has its events, and the line the name of the last', async () => {
    const [counts] = await target.ask<Record<string, unknown>>(
      `SELECT (SELECT count(*)::int FROM event) AS events,
         (SELECT sum(event_count)::int FROM event_receipt) AS promised,
         (SELECT count(*)::int - 1 FROM event_receipt) AS last,
         (SELECT substr(name, 6)::int FROM line ORDER BY id LIMIT 1) AS named,
         (SELECT count(DISTINCT ea)::int FROM event) AS texts`,
    );
    expect(counts?.events).toBe(counts?.promised);
    expect(counts?.named).toBe(counts?.last);
    expect(counts?.texts).toBe(1);
  });

  test('has the facts whose files were merged and deleted meanwhile', async () => {
    const names = await target.ask<{ name: string; rows: string }>(
      'SELECT name, rows FROM fact_file WHERE retired_at IS NULL',
    );
    expect(names).toHaveLength(LOADS);
    const reader = openWarehouse({
      config: target.config,
      files: openFiles(target.config),
      pool: poolOf(target.databaseUrl),
    });
    const { engine, files, dialect } = await reader;
    let rows = 0;
    for (const { name } of names) {
      const [about] = await files.use([name], ([place = '']) =>
        engine.run({ statements: [dialect.describe(place)] }),
      );
      rows += Number(about?.rows);
    }
    expect(rows).toBe(LOADS);
    expect(await readdir(join(system.config.dataDir, 'warehouse'))).not.toContain('held');
  });

  test('continues where it was: new rows get ids that no old row has', async () => {
    const [made] = await target.ask<{ id: number }>(`INSERT INTO seat (name) VALUES ('new') RETURNING id`);
    const before = manifest.tables.find(({ name }) => name === 'seat')?.rows ?? 0;
    expect(made?.id).toBeGreaterThan(before);
  });

  test('can be read by its owner alone', async () => {
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(tableFile(dir, 'api_client'))).mode & 0o777).toBe(0o600);
  });
});

const poolOf = (url: string) => {
  const made = new pg.Pool({ connectionString: url, max: 2 });
  cleanups.push(() => made.end());
  return made;
};

describe('a restore', async () => {
  const dir = newFolder();
  await save(dir);

  test('refuses a database that has rows, and changes nothing', async () => {
    const config = { ...ours, dataDir: newFolder() };
    const seats = await system.db.seat.count();
    await expect(restore({ config, databaseUrl: system.database.url, dir })).rejects.toThrow(
      /^The database is not empty: \w+ has rows/,
    );
    expect(await system.db.seat.count()).toBe(seats);
  });

  test('refuses a data directory that holds files, a key that is not theirs, and a folder that is no backup', async () => {
    const target = await emptyTarget();
    const into = (change: object, from = dir) => restore({ ...target, dir: from, ...change });
    await expect(into({ config: ours })).rejects.toThrow(/holds the files of a database/);
    const other = { ...target.config, masterKey: randomBytes(32) };
    await expect(into({ config: other })).rejects.toThrow(/^FLIGHTLINE_MASTER_KEY: it is not the key/);
    await expect(into({}, folder)).rejects.toThrow(/is not a complete backup/);
    expect(await target.ask('SELECT FROM seat')).toEqual([]);
    expect(await into({})).toMatchObject({ masterKey: 'not included' });
  });

  test.each(['database/line.copy.gz', 'the first file'])(
    'refuses a backup with one wrong byte in %s, stores nothing, and takes the right one afterwards',
    async (which) => {
      const { files } = await readManifest(dir);
      const place = join(dir, which.startsWith('database') ? which : `warehouse/${files[0]?.name}`);
      const good = await readFile(place);
      const bad = Buffer.from(good);
      bad[20] = (bad[20] ?? 0) ^ 1;
      const target = await emptyTarget();
      await writeFile(place, bad);
      try {
        await expect(restore({ ...target, dir })).rejects.toThrow(/was changed after it was saved/);
        // Nothing is touched before the backup is known to be whole.
        expect(await target.ask(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
        await expect(stat(target.config.dataDir)).rejects.toThrow(/ENOENT/);
      } finally {
        await writeFile(place, good);
      }
      await restore({ ...target, dir });
    },
  );

  test('refuses tables that this version does not know', async () => {
    const target = await emptyTarget();
    const manifest = await readManifest(dir);
    const migrations = [...manifest.migrations, { name: '29990101000000_later', checksum: '' }];
    await writeManifest(dir, { ...manifest, migrations });
    await expect(restore({ ...target, dir })).rejects.toThrow(/requires the migration 29990101000000_later/);
    await writeManifest(dir, manifest);
  });
});

describe('a backup whose files are compared with their checksums', async () => {
  const config = { ...ours, masterKey: undefined };
  await writeFile(join(ours.dataDir, 'master.key'), ours.masterKey.toString('base64'));
  const dir = newFolder();
  await save(dir, system.database.url, config);
  const { files, tables } = await readManifest(dir);
  const fact = join(dir, 'warehouse', files[0]?.name ?? '');

  test('is whole, each file counted once, and its tables are smaller than their rows', async () => {
    expect(await verifyBackup(dir)).toMatchObject({ files: files.length + tables.length + 1, damaged: [] });
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    expect(sum(tables.map(({ stored }) => stored?.bytes ?? 0))).toBeLessThan(
      sum(tables.map(({ bytes }) => bytes)) / 2,
    );
  });

  test.each([
    ['a table', tableFile(dir, 'line')],
    ['a file', fact],
    ['the master key', join(dir, 'master.key')],
  ])('names %s in which a byte was flipped, that was cut off, or that is missing', async (_what, place) => {
    const good = await readFile(place);
    const found = async () => (await verifyBackup(dir)).damaged;
    // A file of facts is one with that of the warehouse.
    const put = async (bytes: Buffer) => {
      await rm(place);
      await writeFile(place, bytes);
    };
    const flipped = Buffer.from(good);
    flipped[good.length >> 1] = (flipped[good.length >> 1] ?? 0) ^ 1;
    await put(flipped);
    expect(await found()).toEqual([{ file: place, problem: 'was changed after it was saved' }]);
    await put(good.subarray(0, -1));
    const problem = `has ${good.length - 1} bytes instead of ${good.length}`;
    expect(await found()).toEqual([{ file: place, problem }]);
    await rm(place);
    expect(await found()).toEqual([{ file: place, problem: 'is missing' }]);
    await writeFile(place, good);
    expect(await found()).toEqual([]);
  });

  test('is refused if what it says of itself was changed', async () => {
    const place = join(dir, 'backup.json');
    const text = await readFile(place, 'utf8');
    await writeFile(place, text.replace(/"rows": \d+/, '"rows": 7777'));
    await expect(verifyBackup(dir)).rejects.toThrow(/backup\.json was changed after it was saved/);
    await writeFile(place, text);
    expect((await verifyBackup(dir)).damaged).toEqual([]);
  });

  test('is restored as well if an earlier version made it: tables that are not compressed', async () => {
    const earlier = await readManifest(dir);
    for (const { name } of earlier.tables)
      await writeFile(
        join(dir, 'database', `${name}.copy`),
        gunzipSync(await readFile(tableFile(dir, name))),
      );
    for (const { name } of earlier.tables) await rm(tableFile(dir, name));
    const { masterKeyFile: _, ...rest } = earlier;
    const manifest = { ...rest, format: 1, tables: rest.tables.map(({ stored, ...table }) => table) };
    await writeFile(join(dir, 'backup.json'), JSON.stringify(manifest));
    expect((await verifyBackup(dir)).damaged).toEqual([]);
    const target = await emptyTarget();
    await restore({ ...target, dir });
    expect(await target.ask('SELECT count(*)::int AS seats FROM seat')).toEqual([
      { seats: await system.db.seat.count() },
    ]);
  });
});

test('a backup is not mixed with what is there already', async () => {
  await expect(save(folder)).rejects.toThrow(/is not empty; name a new folder/);
});
