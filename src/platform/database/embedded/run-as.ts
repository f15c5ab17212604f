import { mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An unprivileged user. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: RunAs = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root. It then runs as the owner of its files, or as `nobody` if root creates
 * them. Returns undefined to run as the current user.
 */
export async function runAs(home: string): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(home).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/**
 * Returns whether that user can reach `path`. False below a directory that only root may enter, such as
 * /root.
 */
export async function canReach(path: string, as: RunAs | undefined): Promise<boolean> {
  if (!as) return true;
  for (let dir = await realpath(path); ; dir = dirname(dir)) {
    const { uid, gid, mode } = await stat(dir);
    const search = uid === as.uid ? 0o100 : gid === as.gid ? 0o010 : 0o001;
    if ((mode & search) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}

/**
 * Returns the directory in which root creates files for the user `nobody` if that user cannot reach the
 * checkout or the data directory.
 */
export async function systemDir(as: RunAs): Promise<string> {
  for (const dir of ['/var/lib/flightline', join(tmpdir(), 'flightline'), '/tmp/flightline']) {
    const made = await mkdir(dir, { recursive: true, mode: 0o755 }).catch(() => false);
    if (made === false) continue;
    const { uid, mode } = await stat(dir);
    // A directory of that name that belongs to another user is not trusted.
    if (uid === 0 && (mode & 0o022) === 0 && (await canReach(dir, as))) return dir;
  }
  throw new Error(
    'PostgreSQL needs a directory that both root and nobody can access. Set DATABASE_URL to use another PostgreSQL.',
  );
}
