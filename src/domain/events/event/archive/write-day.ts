import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { longQuery } from '../../../../platform/database/connection/long-query.ts';
import { inTransaction } from '../../../../platform/database/transaction/in-transaction.ts';
import { copyEvents } from '../../../../warehouse/event-columns.ts';
import type { Warehouse } from '../../../../warehouse/load.ts';
import type { ArchiveDay } from './days.ts';
import { ARCHIVE_FOLDER } from './names.ts';

/** The size of a partition that becomes one file: about two million events, 100 MB of Parquet. */
const FILE_BYTES = 512 * 1024 * 1024;
/** How much one statement reads, so that it finishes within the time limit of a statement. */
const COPY_BYTES = 64 * 1024 * 1024;

export type ArchiveStep = 'closed' | 'copied' | 'compared' | 'published' | 'listed' | 'dropped';

export interface Archiving {
  readonly pool: Pool;
  readonly warehouse: Pick<Warehouse, 'engine' | 'dialect' | 'files'>;
  /** Aborts the archiving, which then fails. */
  readonly signal: AbortSignal;
  /** For tests that stop at a step. */
  readonly onStep: (step: ArchiveStep) => void;
  /** For tests with few events. */
  readonly fileBytes?: number | undefined;
}

export interface WrittenDay {
  readonly rows: number;
  readonly bytes: number;
  readonly files: readonly string[];
}

interface Extent {
  readonly blocks: number;
  /** Including TOAST, without indexes. */
  readonly bytes: number;
  /** Changes when the table is rewritten, which moves its rows to other blocks. */
  readonly filenode: string;
}

/**
 * Writes a closed day to files that are not listed yet. They are removed on failure; the daily sweep removes what a
 * crash leaves.
 */
export async function writeDay(options: Archiving, day: ArchiveDay): Promise<WrittenDay> {
  const { pool, warehouse, fileBytes = FILE_BYTES } = options;
  const written = { rows: 0, bytes: 0, files: [] as string[] };
  try {
    const extent = await extentOf(pool, day);
    const perBlock = Math.max(1, extent.bytes / Math.max(1, extent.blocks));
    const step = Math.max(1, Math.floor(fileBytes / perBlock));
    for (let from = 0; from < extent.blocks; from += step) {
      const to = Math.min(from + step, extent.blocks);
      const atOnce = Math.max(1, Math.floor(COPY_BYTES / perBlock));
      const part = await writePart(options, { ...day, from, to, atOnce });
      written.rows += part.rows;
      written.bytes += part.bytes;
      if (part.name !== undefined) written.files.push(part.name);
    }
    await checkWhole(options, { day, extent, written });
    return written;
  } catch (error) {
    for (const name of written.files) await warehouse.files.remove(name);
    throw error;
  }
}

interface Part extends ArchiveDay {
  readonly from: number;
  readonly to: number;
  /** The number of blocks per statement. */
  readonly atOnce: number;
}

/** Writes the rows of some blocks to a file, and compares each value with what PostgreSQL sent. */
async function writePart({ pool, warehouse, signal, onStep }: Archiving, part: Part) {
  const { engine, dialect, files } = warehouse;
  const [source, target] = [await files.draft(), await files.draft()];
  try {
    let sent = 0;
    for (let from = part.from; from < part.to; from += part.atOnce) {
      signal.throwIfAborted();
      const to = Math.min(from + part.atOnce, part.to);
      sent += await copyBlocks(pool, source, { ...part, from, to });
    }
    onStep('copied');
    if (sent === 0) return { rows: 0, bytes: 0 };
    const statements = [dialect.writeEvents(source, target), dialect.compareEvents(source, target)];
    const [about] = await engine.run({ statements }, { signal });
    if (about?.same !== true || Number(about.rows) !== sent)
      throw new Error(`The archived events of ${part.day} differ from those of the database.`);
    onStep('compared');
    const name = `${ARCHIVE_FOLDER}/${part.day}/${randomUUID()}.parquet`;
    const bytes = await files.publish(target, name);
    onStep('published');
    return { rows: sent, bytes, name };
  } finally {
    for (const draft of [source, target]) await files.remove(draft);
  }
}

/** The driver clears its own statement timeout in this callback, which a copy does not call. */
type Timed = CopyToStreamQuery & { callback?: () => void };

/**
 * Appends the rows of some blocks to a file.
 * @returns how many
 */
async function copyBlocks(pool: Pool, filePath: string, { partition, from, to }: Omit<Part, 'atOnce'>) {
  const client = await pool.connect();
  let failed = true;
  const rows: Timed = client.query(copyTo(copyEvents(partition, { from, to })));
  try {
    await pipeline(rows, createWriteStream(filePath, { flags: 'a', mode: 0o600 }));
    failed = false;
    return rows.rowCount;
  } finally {
    rows.callback?.();
    // A connection in the middle of a copy cannot be reused.
    client.release(failed);
  }
}

async function extentOf(pool: Pool, { partition }: ArchiveDay): Promise<Extent> {
  const { rows } = await pool.query<{ blocks: string; bytes: string; filenode: string }>(
    `SELECT pg_relation_size(oid) / current_setting('block_size')::int AS blocks, pg_table_size(oid) AS bytes,
       pg_relation_filenode(oid)::text AS filenode
     FROM (SELECT $1::regclass AS oid) AS one`,
    [partition],
  );
  const { blocks = 0, bytes = 0, filenode = '' } = rows[0] ?? {};
  return { blocks: Number(blocks), bytes: Number(bytes), filenode };
}

/** Throws unless all files exist and contain all rows of the partition. */
async function checkWhole(
  { pool, warehouse }: Archiving,
  { day, extent, written }: { day: ArchiveDay; extent: Extent; written: WrittenDay },
): Promise<void> {
  const rows = await inTransaction(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    const text = `SELECT count(*) FROM "${day.partition}"`;
    return Number((await longQuery<{ count: string }>(client, { text })).rows[0]?.count);
  });
  const { filenode } = await extentOf(pool, day);
  const there = await Promise.all(written.files.map((name) => warehouse.files.exists(name)));
  if (rows !== written.rows || filenode !== extent.filenode || there.includes(false))
    throw new Error(`${day.partition} was changed while it was archived.`);
}
