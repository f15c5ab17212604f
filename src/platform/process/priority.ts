import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lowers the priority of a process: 0 is normal, 19 the lowest. Processes that it starts inherit it. */
export function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // The process has ended, or the system does not allow it. It then keeps the normal priority.
  }
}

const ATTEMPTS = 10;
const PAUSE_MS = 150;

/**
 * Does the same for all processes of a session. Linux with autogroups first divides the processors among
 * sessions, so the priority of a process counts only within its own. Users without privileges may set it
 * ten times per second.
 */
export async function lowerSession(pid: number, priority: number): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    try {
      await writeFile(`/proc/${pid}/autogroup`, `${priority}`, { flag: 'r+' });
      return;
    } catch (error) {
      // It has ended, it is not allowed, or the system has no autogroups.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
}
