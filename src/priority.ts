import { setPriority } from 'node:os';

/** Lets other processes go first; 0 is usual, 19 the lowest. The processes that it starts inherit it. */
export function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // The process is gone already, or the system does not allow it: it then runs as everyone else.
  }
}
