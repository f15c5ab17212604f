import pg from 'pg';
import { isUndefinedTable } from '../../platform/database/errors.ts';
import {
  listMigrations,
  listSequences,
  listTables,
  prepareSession,
  type Table,
} from '../../platform/database/rows/tables.ts';
import { BackupError } from './backup-error.ts';
import { copyOut } from './copy.ts';
import type { NamedFile } from './held-files.ts';
import type { Manifest, SavedTable } from './manifest.ts';
import { tableFile } from './manifest.ts';

/**
 * Allows one backup of a database at a time. No partition is dropped while it is held
 * (src/domain/events/intake/drop-partitions.ts).
 */
const LOCK_KEY = 7_203_513_866;

export interface Snapshot {
  readonly postgres: string;
  readonly migrations: Manifest['migrations'];
  readonly tables: readonly Table[];
  readonly files: readonly NamedFile[];
  /**
   * Saves a table as of the snapshot. Returns undefined if it was dropped since: a daily partition beyond
   * retention.
   */
  save(table: Table, dir: string): Promise<SavedTable | undefined>;
  /** The current values. */
  sequences(): Promise<Manifest['sequences']>;
  close(): Promise<void>;
}

/**
 * A consistent snapshot of the database, whatever is written meanwhile. It locks no table by itself. Each
 * table is locked only while it is copied, and only against changes of its definition, so that intake can
 * create partitions.
 */
export async function takeSnapshot(url: string): Promise<Snapshot> {
  const [keeper, copier] = await Promise.all([connect(url), connect(url)]);
  const close = async () => {
    await Promise.all([keeper.end(), copier.end()]);
  };
  try {
    const { rows: lock } = await keeper.query('SELECT pg_try_advisory_lock($1) AS free', [LOCK_KEY]);
    if (!lock[0]?.free)
      throw new BackupError('Another backup of this database is running. Wait until it has ended.');
    await keeper.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await keeper.query<{ id: string; version: string }>(
      `SELECT pg_export_snapshot() AS id, current_setting('server_version') AS version`,
    );
    const { id = '', version = '' } = rows[0] ?? {};
    const migrations = await listMigrations(keeper);
    return {
      postgres: version,
      migrations,
      tables: await listTables(keeper),
      files: await listFiles(keeper),
      save: (table, dir) => saveTable(copier, id, table, dir),
      sequences: async () => {
        await refuseChanged(copier, migrations);
        return listSequences(copier);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'flightline backup' });
  client.on('error', () => undefined);
  await client.connect();
  await prepareSession(client);
  return client;
}

async function saveTable(
  client: pg.Client,
  snapshot: string,
  table: Table,
  dir: string,
): Promise<SavedTable | undefined> {
  await client.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '${snapshot}'`,
  );
  try {
    return { ...table, ...(await copyOut(client, table, tableFile(dir, table.name))) };
  } catch (error) {
    if (isUndefinedTable(error) && table.partitionOf) return undefined;
    throw error;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** A table that a migration rewrites looks empty in an older snapshot. */
async function refuseChanged(client: pg.Client, before: Manifest['migrations']): Promise<void> {
  const now = await listMigrations(client);
  if (now.length !== before.length)
    throw new BackupError('The database was migrated while the backup was running. Run the backup again.');
}

/**
 * Returns the files of live facts, archived events and finished reports. Files that were merged are left
 * out.
 */
async function listFiles(client: pg.Client): Promise<NamedFile[]> {
  const { rows } = await client.query<NamedFile>(
    `SELECT name, false AS "mayBeGone" FROM fact_file WHERE retired_at IS NULL
     UNION ALL SELECT file_name, true FROM report WHERE file_name IS NOT NULL`,
  );
  return [...rows, ...(await listArchived(client))];
}

async function listArchived(client: pg.Client): Promise<NamedFile[]> {
  const { rows: found } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('event_archive')`);
  // A backup before an update may read a database without the table, which the update adds.
  if (found.length === 0) return [];
  const { rows } = await client.query<NamedFile>(
    `SELECT unnest(files) AS name, retired_at IS NOT NULL AS "mayBeGone" FROM event_archive`,
  );
  return rows;
}
