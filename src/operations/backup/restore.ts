import { createHash } from 'node:crypto';
import { constants, copyFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { connect, directServer, type Server } from '../../platform/database/connection/direct-server.ts';
import { migrate } from '../../platform/database/migration/migrate.ts';
import { readMigrations } from '../../platform/database/migration/migration-files.ts';
import { prepareSession, quoted } from '../../platform/database/rows/tables.ts';
import { commit, identify, type Query } from '../../platform/database/transaction/commit.ts';
import { checkWritable } from '../../platform/files/data-dir.ts';
import { openFiles } from '../../warehouse/open.ts';
import { checkMasterKey } from '../health/check-master-key.ts';
import { type Contents, contentsOf } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { digestFile } from './held-files.ts';
import { innerName } from './inner-name.ts';
import { loadTables } from './load-tables.ts';
import type { Manifest } from './manifest.ts';
import { openVerified } from './verify.ts';

type Target = Pick<Config, 'dataDir' | 'databaseDirectUrl' | 'files' | 'masterKey'>;

interface Plan {
  readonly dir: string;
  readonly config: Target;
  readonly manifest: Manifest;
}

/**
 * Restores a backup to an empty database and a data directory without files, all of it or nothing, and
 * compares every table and file with the backup. Throws BackupError or SettingError.
 */
export async function restore(options: {
  readonly config: Target;
  readonly databaseUrl: string;
  readonly dir: string;
  /** The manifest of a verified backup. Without it, the backup is verified before anything is changed. */
  readonly manifest?: Manifest;
}): Promise<Contents> {
  const { config } = options;
  const server = directServer(config, options.databaseUrl);
  const dir = resolve(options.dir);
  const manifest = options.manifest ?? (await openVerified(dir));
  await refuseUnknownMigrations(manifest);
  const masterKey = await checkTarget({ dir, config, manifest });
  const client = await connect(server);
  try {
    await prepareSession(client);
    await refuseFilled(client, manifest);
    await migrate({ ...server, only: manifest.migrations.map(({ name }) => name) });
    await client.query('BEGIN');
    await loadTables(client, dir, manifest);
    await checkMasterKey({ pool: client, masterKey });
    await restoreFiles({ dir, config, manifest });
    const { rows } = await client.query<{ id: string }>('SELECT id FROM installation');
    const id = await identify(client);
    await commit({ client, id, query: queryServer(server), leave: () => undefined });
    // Do this last, because a service adopts the directory when the owner is set.
    if (rows[0]) await openFiles(config).setOwner(rows[0].id);
    await analyze(server);
    return contentsOf(manifest);
  } finally {
    await client.end();
  }
}

/** Opens a new connection, because the one of the transaction may be lost. */
const queryServer =
  (server: Server): Query =>
  async (text, values) => {
    const client = await connect(server);
    return await client
      .query(text, values)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };

async function analyze(server: Server): Promise<void> {
  const client = await connect(server);
  try {
    await prepareSession(client);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Throws BackupError unless this build can create the tables exactly as they were. */
async function refuseUnknownMigrations({ migrations }: Manifest): Promise<void> {
  const known = new Map(
    (await readMigrations()).map(({ name, script }) => [
      name,
      createHash('sha256').update(script).digest('hex'),
    ]),
  );
  const unknown = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown)
    throw new BackupError(
      `The backup requires the migration ${unknown.name}, which this version does not have in the same form. Restore it with the version that made it or a later one.`,
    );
}

/** Checks everything that can be checked before anything is written. */
async function checkTarget(options: Plan): Promise<Buffer> {
  const { config } = options;
  await checkWritable(config.dataDir);
  const { owner, setting, location } = openFiles(config);
  if ((await owner()) !== undefined)
    throw new BackupError(`${setting}: ${location} holds the files of a database; name an empty one.`);
  return await restoreMasterKey(options);
}

/** Restores the master key: without it, the encrypted secrets of the database cannot be read. */
async function restoreMasterKey({ dir, config, manifest }: Plan): Promise<Buffer> {
  const filePath = join(config.dataDir, 'master.key');
  const existing = config.masterKey?.toString('base64') ?? (await textOf(filePath));
  const saved = manifest.masterKey === 'included' ? await textOf(join(dir, 'master.key')) : undefined;
  if (saved === undefined && existing === undefined)
    throw new BackupError(
      'FLIGHTLINE_MASTER_KEY: the backup has no master key; set the key of the database that it was made of.',
    );
  if (saved !== undefined && existing !== undefined && saved !== existing)
    throw new BackupError(
      `FLIGHTLINE_MASTER_KEY: ${config.masterKey ? 'it' : filePath} is not the key in ${join(dir, 'master.key')}, with which the secrets in the backup are sealed.`,
    );
  if (existing === undefined) await copyFile(join(dir, 'master.key'), filePath);
  return Buffer.from(existing ?? saved ?? '', 'base64');
}

/** Throws if a table contains rows. Empty tables are accepted, because a failed restore leaves them. */
async function refuseFilled(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of tables.filter((table) => table.name !== '_prisma_migrations')) {
    const { rowCount } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rowCount) throw new BackupError(`The database is not empty: ${name} has rows. Name an empty one.`);
  }
  if (!tables.some(({ name }) => name === '_prisma_migrations')) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations',
  );
  const recorded = new Set(migrations.map(({ name }) => name));
  if (rows.some(({ name }) => !recorded.has(name)))
    throw new BackupError(
      'The database has tables that the version of the backup did not have. Name an empty database.',
    );
}

async function restoreFiles({ dir, config, manifest }: Plan): Promise<void> {
  const files = openFiles(config);
  for (const saved of manifest.files) {
    innerName(saved.name, { of: 'backup', folder: 'data directory' });
    const draft = await files.draft();
    await copyFile(join(dir, 'warehouse', saved.name), draft, constants.COPYFILE_FICLONE);
    const { bytes, sha256 } = await digestFile(draft, saved.name);
    if (bytes !== saved.bytes || sha256 !== saved.sha256) {
      await files.remove(draft);
      throw new BackupError(`${join(dir, 'warehouse', saved.name)} was changed after it was saved.`);
    }
    await files.publish(draft, saved.name);
  }
}

const textOf = (filePath: string): Promise<string | undefined> =>
  readFile(filePath, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
