import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../../../config.ts';
import { prepareCluster } from '../../../platform/database/embedded/cluster.ts';
import { recoverCluster } from '../../../platform/database/embedded/recovery.ts';
import { checkWritable } from '../../../platform/files/data-dir.ts';
import { fileExists } from '../../../platform/files/file-exists.ts';
import type { FileStore } from '../../../warehouse/file-store.ts';
import { openFiles } from '../../../warehouse/open.ts';
import { BackupError } from '../backup-error.ts';
import { digestFile } from '../held-files.ts';
import { type Base, openArchive, readBases } from './archive.ts';
import { RESTORE_COMMAND, serveSegments } from './segments.ts';
import { unpackBase } from './unpack.ts';

type Target = Pick<Config, 'dataDir' | 'files' | 'walArchive'>;

/** The result of a recovery. */
export interface Recovered {
  /** When the base that it started from was copied. */
  readonly base: string;
  /** The time of the last recovered transaction. */
  readonly until: string;
  /** The number of recovered files of the warehouse. */
  readonly files: number;
}

/**
 * Recovers the embedded database from an archive to a data directory without one, as of a point in time or
 * the end of the archive. Throws BackupError.
 */
export async function recover(options: { config: Target; at?: Date | undefined }): Promise<Recovered> {
  const { config, at } = options;
  const archive = openArchive(config);
  if ((await archive.owner()) === undefined)
    throw new BackupError(`FLIGHTLINE_WAL_ARCHIVE: ${archive.location} contains no archive of a database.`);
  const chosen = chooseBase(await readBases(archive), at, archive.location);
  if (await fileExists(path.join(config.dataDir, 'postgres')))
    throw new BackupError(`FLIGHTLINE_DATA_DIR: ${config.dataDir} has a database; name an empty directory.`);
  if ((await openFiles(config).owner()) !== undefined && !config.files)
    throw new BackupError(
      `FLIGHTLINE_DATA_DIR: ${config.dataDir} holds the files of a database; name an empty directory.`,
    );
  const folder = await mkdtemp(path.join(tmpdir(), 'flightline-base-'));
  try {
    const filePath = path.join(folder, 'base.gz');
    await archive.save(`${chosen.name}.gz`, filePath);
    const { sha256 } = await digestFile(filePath, filePath);
    if (sha256 !== chosen.base.sha256)
      throw new BackupError(`${chosen.name}.gz was changed after it was saved, and nothing was recovered.`);
    await checkWritable(config.dataDir);
    return await recoverFrom({ archive, config, at, filePath, base: chosen.base });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The format that PostgreSQL accepts before it has loaded the names of time zones. */
const targetTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

function chooseBase(bases: Awaited<ReturnType<typeof readBases>>, at: Date | undefined, location: string) {
  const chosen = at ? bases.findLast(({ base }) => base.endedAt <= at.toISOString()) : bases.at(-1);
  if (chosen) return chosen;
  const [first] = bases;
  throw new BackupError(
    first
      ? `The first moment that ${location} can recover is ${first.base.endedAt}.`
      : `${location} has no copy of the database yet.`,
  );
}

async function recoverFrom(options: {
  archive: FileStore;
  config: Target;
  at: Date | undefined;
  filePath: string;
  base: Base;
}): Promise<Recovered> {
  const { archive, config, at, filePath, base } = options;
  try {
    const fill = (pgData: string) => unpackBase({ filePath, base, pgData, dataDir: config.dataDir });
    const cluster = await prepareCluster(config.dataDir, { fill });
    const segments = await serveSegments({ archive, cluster });
    try {
      const settings = {
        restore_command: RESTORE_COMMAND,
        ...(at && { recovery_target_time: targetTime(at), recovery_target_action: 'promote' }),
      };
      return await recoverCluster({ cluster, settings }, async (url, until) => {
        const files = await restoreWarehouse({ archive, config, url });
        return { base: base.endedAt, until: until.toISOString(), files };
      });
    } finally {
      await segments.end();
    }
  } catch (error) {
    // Remove an incomplete recovery, or the next start would use it as a database.
    for (const name of ['postgres', 'postgres.password', 'warehouse'])
      await rm(path.join(config.dataDir, name), { recursive: true, force: true });
    if (/recovery ended before configured recovery target/.test(String(error)))
      throw new BackupError(
        `The archive ends before ${at?.toISOString()}. Without --at, all that it has is recovered.`,
      );
    throw error;
  }
}

/**
 * Restores the files that the recovered database refers to.
 * @returns how many
 */
async function restoreWarehouse(options: {
  archive: FileStore;
  config: Target;
  url: string;
}): Promise<number> {
  const { archive, config, url } = options;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const readNames = async () => {
    const { rows } = await client.query<{ name: string; mayBeGone: boolean }>(NAMED);
    const found = await client.query<{ id: string }>('SELECT id FROM installation');
    return { rows, id: found.rows[0]?.id };
  };
  const { rows, id } = await readNames().finally(() => client.end());
  const files = openFiles(config);
  let restored = 0;
  for (const { name, mayBeGone } of rows) {
    if (await files.exists(name)) continue;
    const archived = `warehouse/${name}`;
    if (await archive.exists(archived)) {
      const draft = await files.draft();
      await archive.save(archived, draft);
      await files.publish(draft, name);
      restored += 1;
    } else if (!mayBeGone)
      throw new BackupError(`${archive.location} has no ${archived}, which the database names.`);
  }
  // Do this last, because a service adopts the directory when the owner is set.
  if (id !== undefined && (await files.owner()) === undefined) await files.setOwner(id);
  return restored;
}

const NAMED = `SELECT name, retired_at IS NOT NULL AS "mayBeGone" FROM fact_file
  UNION SELECT file_name, true FROM report WHERE file_name IS NOT NULL
  UNION SELECT unnest(files), retired_at IS NOT NULL FROM event_archive`;
