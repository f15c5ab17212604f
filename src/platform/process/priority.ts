import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lets other processes go first; 0 is usual, 19 the lowest. The processes that it starts inherit it. */
export function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // The process is gone already, or the system does not allow it: it then runs as everyone else.
  }
}

const ATTEMPTS = 10;
const PAUSE_MS = 150;

/**
 * The same for all processes of a session. Linux with autogroups shares the processors among sessions first, so that the
 * priority of a process counts only within its own. Users without privileges may set it ten times a second.
 */
export async function lowerSession(pid: number, priority: number): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    try {
      await writeFile(`/proc/${pid}/autogroup`, `${priority}`, { flag: 'r+' });
      return;
    } catch (error) {
      // Gone already, not allowed, or a system without autogroups.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
}
