import { createWriteStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { FileStore } from '../../../warehouse/file-store.ts';
import { digesting } from '../digest.ts';
import { type Base, publishText } from './archive.ts';

const CHUNK_BYTES = 1 << 20;
/**
 * Content that a recovery creates again, so it is left out as by `pg_basebackup`. The empty folders are
 * copied.
 */
const EMPTIED = [
  ...['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
];
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|.*pgsql_tmp.*|.*pg_internal\.init.*)$/;
/** The prefix of entries that belong to the data directory, and not to the cluster in it. */
export const OF_DATA_DIR = 'data-dir/';

/** Copies the running cluster, with its password and master key, to the archive. */
export async function archiveBase(options: {
  archive: FileStore;
  client: pg.Client;
  pgData: string;
  /** Files of the data directory that a recovery also needs, if they exist. */
  secrets: readonly string[];
  warehouse: readonly string[];
}): Promise<Base> {
  const { archive, client, pgData, secrets, warehouse } = options;
  const { rows: begun } = await client.query<{ segment: string }>(
    `SELECT pg_walfile_name(pg_backup_start('flightline', true)) AS segment`,
  );
  const draft = await archive.draft();
  const stored = digesting();
  const entries: Base['entries'] = [];
  const { files, folders } = await listCluster(pgData);
  let label = '';
  async function* contents(): AsyncGenerator<Buffer> {
    for (const file of files) yield* entry(file, path.join(pgData, file));
    for (const file of secrets) yield* entry(`${OF_DATA_DIR}${path.basename(file)}`, file);
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(false)',
    );
    label = rows[0]?.label ?? '';
    entries.push({ path: 'backup_label', bytes: Buffer.byteLength(label) });
    yield Buffer.from(label);
  }
  async function* entry(name: string, filePath: string): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of asItWas(filePath)) {
      bytes += chunk.length;
      yield chunk;
    }
    entries.push({ path: name, bytes });
  }
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(contents()), createGzip({ level: 1 }), stored.stream, target);
  const { rows } = await client.query<{ now: Date; version: string }>(
    `SELECT clock_timestamp() AS now, current_setting('server_version') AS version`,
  );
  const endedAt = (rows[0]?.now ?? new Date()).toISOString();
  const base: Base = {
    format: 1,
    endedAt,
    postgres: rows[0]?.version ?? '',
    firstSegment: begun[0]?.segment ?? '',
    ...stored.result(),
    entries,
    folders,
    warehouse: [...warehouse],
  };
  const name = `base/${endedAt.replaceAll(':', '')}`;
  await archive.publish(draft, `${name}.gz`);
  // Write this last: without it, the copy does not count as a base.
  await publishText(archive, `${name}.json`, JSON.stringify(base));
  return base;
}

async function listCluster(pgData: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(pgData, { recursive: true, withFileTypes: true });
  const found = entries.map((one) => ({
    name: path.relative(pgData, path.join(one.parentPath, one.name)),
    isFolder: one.isDirectory(),
  }));
  const isEmptied = (name: string) => EMPTIED.some((folder) => name.startsWith(`${folder}${path.sep}`));
  const isKept = (name: string) => !name.split(path.sep).some((part) => LEFT_OUT.test(part));
  return {
    files: found
      .filter(({ name, isFolder }) => !isFolder && !isEmptied(name) && isKept(name))
      .map(({ name }) => name),
    folders: found
      .filter(({ name, isFolder }) => isFolder && !isEmptied(name) && isKept(name))
      .map(({ name }) => name),
  };
}

/**
 * Yields as many bytes as the file had when it was opened. Later changes are in the log, and removed files
 * are not needed.
 */
async function* asItWas(filePath: string): AsyncGenerator<Buffer> {
  const file = await open(filePath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return;
  try {
    let left = (await file.stat()).size;
    while (left > 0) {
      // A file that was truncated meanwhile is filled with zeros. The log truncates it again.
      const chunk = Buffer.alloc(Math.min(left, CHUNK_BYTES));
      for (let at = 0, bytesRead = 1; bytesRead > 0 && at < chunk.length; at += bytesRead)
        ({ bytesRead } = await file.read(chunk, at, chunk.length - at));
      left -= chunk.length;
      yield chunk;
    }
  } finally {
    await file.close();
  }
}
