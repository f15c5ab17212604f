import type { Pool, PoolClient } from 'pg';
import { readInstallation } from '../platform/database/migration/installation.ts';
import { inTransaction } from '../platform/database/transaction/in-transaction.ts';
import { SettingError } from '../platform/settings/setting-error.ts';
import { type FileStore, FileStoreUnavailableError } from './file-store.ts';

interface FilesOfDatabase {
  files: FileStore;
  pool: Pool;
}

/** Returns whether the files of the database are in another file store. */
export async function filesAreElsewhere({ files, pool }: FilesOfDatabase): Promise<boolean> {
  const [{ id, filesClaimed }, found] = await Promise.all([readInstallation(pool), files.owner()]);
  return filesClaimed && id !== found;
}

/**
 * Checks that the files of the database are in this file store. A database that has no files yet is bound
 * to it. Throws SettingError otherwise: facts written to another store would be missing from every report.
 */
export async function claimFiles({ files, pool }: FilesOfDatabase): Promise<void> {
  try {
    await inTransaction(pool, (client) => claim(client, files));
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error;
    throw new SettingError(files.setting, `${files.location} cannot be used: ${error.message}.`, {
      cause: error,
    });
  }
}

async function claim(client: PoolClient, files: FileStore): Promise<void> {
  const { id, filesClaimed } = await readInstallation(client, { lock: true });
  const { setting, location } = files;
  const found = await files.owner();
  if (found !== undefined && found !== id)
    throw new SettingError(
      setting,
      `${location} holds the files of another database; name the directory of this one, or an empty one if it is new.`,
    );
  if (found === undefined && (filesClaimed || (await lacksFiles(client, files))))
    throw new SettingError(
      setting,
      `the facts and reports of this database are not in ${location}; all processes that make or serve reports need the same directory.`,
    );
  if (found === undefined) await files.setOwner(id);
  await client.query('UPDATE installation SET files_claimed = true');
}

/** For a database that had files before it had an ID. */
async function lacksFiles(client: PoolClient, files: FileStore): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM fact_file WHERE retired_at IS NULL ORDER BY created_at DESC LIMIT 1',
  );
  return rows[0] !== undefined && !(await files.exists(rows[0].name));
}
