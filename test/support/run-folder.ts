import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'flightline-test-';
/** A run's databases and files take some 0.5 GB at most. */
const NEEDED_BYTES = 2 * 2 ** 30;

/**
 * The folder of this run's temporary files, removed by `remove`: in memory where that suffices, else on disk. A test
 * database is a thousand small files, which cost a disk more time than most tests take.
 */
export function createRunFolder(): { path: string; remove: () => void } {
  const parent = isInMemoryPossible() ? MEMORY : tmpdir();
  removeAbandoned(parent);
  const path = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(path);
  // PostgreSQL runs as another user if the tests run as root, and must reach its files.
  chmodSync(path, 0o711);
  return { path, remove: () => remove(path) };
}

function isInMemoryPossible(): boolean {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return false;
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m);
  // Some tests run programs that they put into a temporary folder.
  if (!mount || mount[1]?.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem() / 2) >= NEEDED_BYTES;
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length));
    if (pid > 0 && !isAnotherRun(pid)) remove(join(parent, name));
  }
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 20 });

function isAnotherRun(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
