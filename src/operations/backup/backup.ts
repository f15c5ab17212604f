import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { directServer } from '../../platform/database/connection/direct-server.ts';
import { makeDirectory } from '../../platform/files/data-dir.ts';
import { openFiles } from '../../warehouse/open.ts';
import { BackupError } from './backup-error.ts';
import { digestFile, holdFiles } from './held-files.ts';
import { type Manifest, type SavedFile, type SavedTable, writeManifest } from './manifest.ts';
import { recordBackup } from './record.ts';
import { takeSnapshot } from './snapshot.ts';

/** The content of a backup, or of a restored database. */
export interface Contents {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly masterKey: Manifest['masterKey'];
}

/**
 * Creates a consistent backup of the database and its files in an empty or new folder, while the service
 * runs. Throws BackupError. A folder without backup.json is not a backup.
 */
export async function backUp(options: {
  readonly config: Pick<Config, 'dataDir' | 'databaseDirectUrl' | 'files' | 'masterKey'>;
  readonly databaseUrl: string;
  readonly dir: string;
}): Promise<Contents & { directory: string }> {
  const { config, databaseUrl } = options;
  const dir = resolve(options.dir);
  await makeEmpty(dir);
  const snapshot = await takeSnapshot(directServer(config, databaseUrl).url);
  try {
    // Do this first: files that are registered now may be merged and deleted an hour later.
    const held = await holdFiles(openFiles(config), snapshot.files);
    try {
      const tables: SavedTable[] = [];
      for (const table of snapshot.tables) {
        const saved = await snapshot.save(table, dir);
        if (saved) tables.push(saved);
      }
      const files: SavedFile[] = [];
      for (const name of held.names) files.push(await held.save(name, join(dir, 'warehouse')));
      const manifest: Manifest = {
        format: 2,
        createdAt: new Date().toISOString(),
        postgres: snapshot.postgres,
        migrations: snapshot.migrations,
        tables,
        sequences: await snapshot.sequences(),
        files,
        ...(await saveMasterKey(config, dir)),
      };
      await writeManifest(dir, manifest);
      await recordBackup(directServer(config, databaseUrl));
      return { directory: dir, ...contentsOf(manifest) };
    } finally {
      await held.release();
    }
  } finally {
    await snapshot.close();
  }
}

export function contentsOf({ tables, files, masterKey }: Manifest): Contents {
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  return {
    tables: tables.length,
    rows: sum(tables.map(({ rows }) => rows)),
    files: files.length,
    bytes: sum([
      ...tables.map(({ stored, bytes }) => stored?.bytes ?? bytes),
      ...files.map(({ bytes }) => bytes),
    ]),
    masterKey,
  };
}

/** The folder contains secrets and data of partners, so only its owner may read it. */
async function makeEmpty(dir: string): Promise<void> {
  await makeDirectory(dir, 0o700);
  if ((await readdir(dir)).length > 0) throw new BackupError(`${dir} is not empty; name a new folder.`);
  await chmod(dir, 0o700);
  await mkdir(join(dir, 'database'), { mode: 0o700 });
}

/**
 * A key from the data directory must be in the backup. For a key from the environment, the operator is
 * responsible.
 */
async function saveMasterKey(
  { masterKey, dataDir }: Pick<Config, 'dataDir' | 'masterKey'>,
  dir: string,
): Promise<Pick<Manifest, 'masterKey' | 'masterKeyFile'>> {
  if (masterKey) return { masterKey: 'not included' };
  const copy = join(dir, 'master.key');
  await copyFile(join(dataDir, 'master.key'), copy);
  await chmod(copy, 0o600);
  const { bytes, sha256 } = await digestFile(copy, copy);
  return { masterKey: 'included', masterKeyFile: { bytes, sha256 } };
}
