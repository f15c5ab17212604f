import { randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { readInstallation } from '../db/installation.ts';
import { SettingError } from '../setting-error.ts';
import { inTransaction } from './pg-catalogue.ts';

interface Place {
  dataDir: string;
  pool: Pool;
}

/** Says which database the files beside it belong to. */
const FILE = 'database.id';

const folderOf = (dataDir: string): string => path.resolve(dataDir, 'warehouse');

/** Whether the files of the database are in another data directory than this one. */
export async function filesAreElsewhere({ dataDir, pool }: Place): Promise<boolean> {
  const [{ id, filesClaimed }, found] = await Promise.all([readInstallation(pool), readId(dataDir)]);
  return filesClaimed && id !== found;
}

/**
 * Makes sure that the files of the database are in this data directory; one that has none yet takes this
 * directory. Fails with a SettingError otherwise: facts written elsewhere would be missing from every report.
 */
export async function claimFiles(place: Place): Promise<void> {
  await inTransaction(place.pool, (client) => claim(client, place.dataDir));
}

async function claim(client: PoolClient, dataDir: string): Promise<void> {
  const { id, filesClaimed } = await readInstallation(client, { lock: true });
  const found = await readId(dataDir);
  const folder = folderOf(dataDir);
  if (found !== undefined && found !== id)
    throw new SettingError(
      'FLIGHTLINE_DATA_DIR',
      `${folder} holds the files of another database; name the directory of this one, or an empty one if it is new.`,
    );
  if (found === undefined && (filesClaimed || (await lacksFiles(client, folder))))
    throw new SettingError(
      'FLIGHTLINE_DATA_DIR',
      `the facts and reports of this database are not in ${folder}; all processes that make or serve reports need the same directory.`,
    );
  if (found === undefined) await writeId(folder, id);
  await client.query('UPDATE installation SET files_claimed = true');
}

/** Of a database that had files before it had an id. */
async function lacksFiles(client: PoolClient, folder: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM fact_file WHERE retired_at IS NULL ORDER BY created_at DESC LIMIT 1',
  );
  if (!rows[0]) return false;
  return access(path.join(folder, rows[0].name)).then(
    () => false,
    () => true,
  );
}

async function readId(dataDir: string): Promise<string | undefined> {
  const text = await readFile(path.join(folderOf(dataDir), FILE), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  return text?.trim();
}

/** Written whole before it gets its name: nobody reads half an id. */
export async function writeId(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `${FILE}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o644);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
    await link(draft, path.join(folder, FILE));
  } finally {
    await file.close();
    await rm(draft);
  }
}
