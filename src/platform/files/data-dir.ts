import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SettingError } from '../settings/setting-error.ts';
import { isDirectory } from './file-exists.ts';

/** Large enough to detect a full disk. */
const PROBE = Buffer.alloc(64 * 1024);

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'no directory can be made there',
};

/**
 * Creates a directory and its parents. Node's recursive `mkdir` never returns if a parent refuses children,
 * such as /proc.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  const dir = resolve(path);
  try {
    await mkdir(dir, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isDirectory(dir))) return;
    if (code !== 'ENOENT' || (await isDirectory(dirname(dir)))) throw error;
    await makeDirectory(dirname(dir), mode);
    await makeDirectory(dir, mode);
  }
}

/**
 * Creates the data directory if it does not exist, and writes a test file. Throws SettingError with the
 * reason if it cannot.
 */
export async function checkWritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await makeDirectory(dataDir);
    await writeFile(probe, PROBE, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = REASONS[code] ?? code;
    throw new SettingError('FLIGHTLINE_DATA_DIR', `${dataDir} cannot be written: ${reason}.`, {
      cause: error,
    });
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
