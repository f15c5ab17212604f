import { chmod, lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { isDirectory } from './file-exists.ts';

/** Modes of files that contain secrets or data of partners: only the owner may read them. */
export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;

/** Files of the data directory that contain secrets, or may quote them. */
const SECRET_FILES = ['master.key', 'postgres.password', 'postgres.log', 'demo.secret'];
/**
 * Limits the number of entries that are checked. The warehouse directory itself is closed first, so the
 * rest is a second line of defence.
 */
const MAX_ENTRIES = 10_000;
const FOR_OTHERS = 0o077;

/**
 * Removes the access of other users that earlier versions granted, to the secrets of a data directory and
 * to the warehouse. The directory itself is left as it is, since PostgreSQL may run as another user in it.
 */
export async function narrowAccess({ dataDir, log }: { dataDir: string; log: Logger }): Promise<void> {
  const failed: { path: string; code: string | undefined }[] = [];
  const narrow = async (filePath: string, isDirectory: boolean): Promise<void> => {
    try {
      await narrowOne(filePath, isDirectory ? PRIVATE_DIRECTORY : PRIVATE_FILE);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') failed.push({ path: filePath, code });
    }
  };
  for (const name of SECRET_FILES) await narrow(join(dataDir, name), false);
  const warehouse = join(dataDir, 'warehouse');
  // A link to a volume is followed here. Links below it are not.
  if (await isDirectory(warehouse)) {
    await narrow(warehouse, true);
    for await (const { filePath, isDirectory } of entriesBelow(warehouse))
      await narrow(filePath, isDirectory);
  }
  if (failed[0])
    log.warn(
      { ...failed[0], count: failed.length },
      'other users may read files of the service, whose access could not be narrowed',
    );
}

async function narrowOne(filePath: string, mode: number): Promise<void> {
  if (((await stat(filePath)).mode & FOR_OTHERS) !== 0) await chmod(filePath, mode);
}

/**
 * Yields the nearest entries first. Skips links and everything else that is neither a file nor a directory.
 */
async function* entriesBelow(root: string): AsyncGenerator<{ filePath: string; isDirectory: boolean }> {
  const folders = [root];
  let count = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const directory = await opendir(folder).catch(() => undefined);
    if (!directory) continue;
    for await (const { name } of directory) {
      count += 1;
      if (count > MAX_ENTRIES) return;
      const filePath = join(folder, name);
      const found = await lstat(filePath).catch(() => undefined);
      if (found?.isDirectory()) folders.push(filePath);
      if (found?.isDirectory() || found?.isFile()) yield { filePath, isDirectory: found.isDirectory() };
    }
  }
}
