import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Entry {
  /** One letter, as ps prints it; `Z` has ended and waits for its parent to take note. Empty where unknown. */
  readonly state: string;
  /** When it started; tells it from a later process of the same number. Empty where unknown. */
  readonly start: string;
}

const UNKNOWN: Entry = { state: '', start: '' };

export const startOf = async (pid: number): Promise<string> => (await lookUp(pid)).start;

/** Whether the process that had this number at `start` still runs. One that ended but was not reaped does not. */
export async function isRunning(pid: number, start = ''): Promise<boolean> {
  if (!exists(pid)) return false;
  const entry = await lookUp(pid);
  return !hasEnded(entry) && (start === '' || entry.start === '' || entry.start === start);
}

/** Whether the process has ended and keeps its number only because its parent has not reaped it. */
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

/** On Linux fields 3 and 22 of /proc/PID/stat, counted after the name, which may hold spaces. */
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
