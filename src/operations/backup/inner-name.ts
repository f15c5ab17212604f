import path from 'node:path';
import { BackupError } from './backup-error.ts';

/** Returns a file's name from an archive or a backup, which must not lead out of `folder`. Throws BackupError. */
export function innerName(name: string, { of, folder }: { of: string; folder: string }): string {
  if (path.isAbsolute(name) || path.win32.isAbsolute(name) || name.split(/[\\/]/).includes('..'))
    throw new BackupError(`The ${of} has a file outside of the ${folder}, ${name}, and cannot be trusted.`);
  return name;
}
