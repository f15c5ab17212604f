import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Entry {
  /** One letter, as printed by ps. `Z` is a process that has ended but was not reaped. Empty if unknown. */
  readonly state: string;
  /** When the process started. Distinguishes it from a later process with the same ID. Empty if unknown. */
  readonly start: string;
}

const UNKNOWN: Entry = { state: '', start: '' };

export const startOf = async (pid: number): Promise<string> => (await lookUp(pid)).start;

/**
 * Returns whether the process that had this ID at `start` still runs. A process that has ended but was not
 * reaped does not.
 */
export async function isRunning(pid: number, start = ''): Promise<boolean> {
  if (!exists(pid)) return false;
  const entry = await lookUp(pid);
  return !hasEnded(entry) && (start === '' || entry.start === '' || entry.start === start);
}

/** Returns whether the process has ended but was not reaped by its parent. */
export const isZombie = async (pid: number): Promise<boolean> => exists(pid) && hasEnded(await lookUp(pid));

const hasEnded = ({ state }: Entry): boolean => /^[ZX]/.test(state);

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** On Linux, reads fields 3 and 22 of /proc/PID/stat, counted after the name, which may contain spaces. */
async function lookUp(pid: number): Promise<Entry> {
  if (process.platform !== 'linux') return await readPs(pid);
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

async function readPs(pid: number): Promise<Entry> {
  if (process.platform === 'win32') return UNKNOWN;
  const ps = promisify(execFile)('/bin/ps', ['-o', 'state=', '-o', 'lstart=', '-p', `${pid}`], {
    env: { LC_ALL: 'C' },
  });
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  const [state = '', ...start] = stdout.trim().split(/\s+/);
  return { state, start: start.join(' ') };
}
