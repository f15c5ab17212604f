import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { withLease } from '../../platform/database/transaction/lease.ts';
import type { FileStore } from '../file-store.ts';
import { type ClickHouse, ClickHouseQueryError } from './clickhouse.ts';
import { createTables, dropCopy, FACT_COLUMNS } from './tables.ts';
import { rowsSql } from './text.ts';

export interface FactCopy {
  readonly clickHouse: ClickHouse;
  readonly pool: Pool;
  readonly files: Pick<FileStore, 'use'>;
}

const LEASE = { name: 'warehouse-copy', lifeS: 60 };
const POLL_INTERVAL_MS = 500;
/** An attempt that takes longer has no effect, so that what it left behind can be removed after this time. */
const TRY_LIFE_MS = 6 * 3_600_000;
const UNKNOWN_TABLE = 60;
const COLUMNS = Object.keys(FACT_COLUMNS).join(', ');
/** The columns as in the files. Files of an earlier version have no column `ad_id`. */
const STRUCTURE = Object.entries({ ...FACT_COLUMNS, hour: "DateTime64(6, 'UTC')" })
  .map(([name, type]) => `${name} ${type.replace(/LowCardinality\((.*)\)/, '$1')}`)
  .join(', ')
  .replaceAll("'", "\\'");

/** The batches that count: the first completed one of each file. */
export const BATCHES =
  'SELECT argMin(batch, (at, batch)) FROM fact_copy WHERE done AND file IN (SELECT file FROM files) GROUP BY file';

/** Returns the files as a table `files` of names. */
export const filesSql = (names: readonly string[]): string =>
  `files AS (${rowsSql({ columns: { file: 'String' }, rows: names.map((name) => [name]) })})`;

/**
 * Copies the registered files that ClickHouse lacks, unless another process is copying.
 * @returns the number of copied files
 */
export async function copyFacts(copy: FactCopy): Promise<number> {
  return (
    (await withLease(copy.pool, LEASE, async () => copyMissing(copy, await currentFiles(copy.pool)))) ?? 0
  );
}

/**
 * Drops the copy and rebuilds it.
 * @returns the number of its files
 */
export async function rebuildCopy(copy: FactCopy): Promise<number> {
  const copied = await withLease(copy.pool, { ...LEASE, waits: true }, async () => {
    await dropCopy(copy.clickHouse);
    return copyMissing(copy, await currentFiles(copy.pool));
  });
  return copied ?? 0;
}

/** Waits until ClickHouse has all of these files. Copies them, unless another process does. */
export async function ensureCopied(
  copy: FactCopy,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  while ((await missingOf(copy.clickHouse, names)).length > 0) {
    signal?.throwIfAborted();
    const copied = await withLease(copy.pool, LEASE, () => copyMissing(copy, names, signal));
    if (copied === undefined) await sleep(POLL_INTERVAL_MS);
  }
}

/** Removes rows of files that are no longer registered, and of attempts without effect. */
export async function sweepCopy({ clickHouse, pool }: FactCopy): Promise<void> {
  const { rows: known } = await pool.query<{ name: string }>('SELECT name FROM fact_file');
  const files = filesSql(known.map(({ name }) => name));
  const batches = await clickHouse.rows({
    sql: `WITH ${files} SELECT batch FROM fact_copy GROUP BY file, batch
      HAVING file NOT IN (SELECT file FROM files) OR (batch NOT IN (${BATCHES}) AND min(at) < fromUnixTimestamp64Milli({before:Int64}))`,
    params: { before: Date.now() - TRY_LIFE_MS },
  });
  if (batches.length === 0) return;
  const params = { batches: batches.map(({ batch }) => batch) };
  for (const table of ['fact', 'fact_copy'])
    await clickHouse.run({ sql: `DELETE FROM ${table} WHERE batch IN ({batches:Array(String)})`, params });
}

async function currentFiles(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM fact_file WHERE retired_at IS NULL ORDER BY min_hour DESC, name',
  );
  return rows.map(({ name }) => name);
}

async function missingOf(clickHouse: ClickHouse, names: readonly string[]): Promise<string[]> {
  const readMissing = () =>
    clickHouse.rows({
      sql: `WITH ${filesSql(names)} SELECT file FROM files WHERE file NOT IN (SELECT file FROM fact_copy WHERE done)`,
    });
  const missing = await readMissing().catch(async (error) => {
    // The copy was dropped meanwhile.
    if (!(error instanceof ClickHouseQueryError && error.code === UNKNOWN_TABLE)) throw error;
    await createTables(clickHouse);
    return readMissing();
  });
  const lacks = new Set(missing.map(({ file }) => file));
  return names.filter((name) => lacks.has(name));
}

async function copyMissing(copy: FactCopy, names: readonly string[], signal?: AbortSignal): Promise<number> {
  const missing = await missingOf(copy.clickHouse, names);
  for (const name of missing) {
    signal?.throwIfAborted();
    await copyFile(copy, name);
  }
  return missing.length;
}

async function copyFile({ clickHouse, files }: FactCopy, file: string): Promise<void> {
  const batch = randomUUID();
  const began = Date.now();
  const note = (done: boolean) =>
    clickHouse.run({
      sql: `INSERT INTO fact_copy SELECT {file:String}, {batch:String}, {done:Bool}, fromUnixTimestamp64Milli({at:Int64})`,
      params: { file, batch, done, at: Date.now() },
    });
  await note(false);
  await files.use([file], ([filePath = '']) =>
    clickHouse.insert(
      {
        sql: `INSERT INTO fact SELECT {batch:String}, ${COLUMNS} FROM input('${STRUCTURE}') FORMAT Parquet`,
        params: { batch },
      },
      createReadStream(filePath),
    ),
  );
  if (Date.now() - began > TRY_LIFE_MS / 2) throw new Error(`Copying ${file} took too long.`);
  await note(true);
}
