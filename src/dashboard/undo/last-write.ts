import { useSyncExternalStore } from 'react';
import type { Problem } from '../api/problem.ts';
import type { Undoable } from './undoable.ts';

/** The last write that can be taken back, and what became of that. */
export interface LastWrite {
  readonly write: Undoable;
  readonly isBusy: boolean;
  /** What was said after it was taken back. */
  readonly undone?: string;
  /** Why nobody knows whether it was taken back. */
  readonly problem?: string;
}

let last: LastWrite | undefined;
const heard = new Set<() => void>();

function set(next: LastWrite | undefined): void {
  last = next;
  for (const each of heard) each();
}

export const offerUndo = (write: Undoable | undefined): void => set(write && { write, isBusy: false });
export const dismissUndo = (): void => set(undefined);

/** Takes the last write back once, however often a button is clicked. */
export async function undo(readAgain: () => Promise<void>): Promise<void> {
  if (!last || last.isBusy || last.undone !== undefined) return;
  const { write } = last;
  set({ write, isBusy: true });
  try {
    const undone = await write.run();
    await readAgain();
    if (last?.write === write) set({ write, isBusy: false, undone });
  } catch (error) {
    if (last?.write === write) set({ write, isBusy: false, problem: (error as Problem).message });
  }
}

const listen = (changed: () => void) => {
  heard.add(changed);
  return () => heard.delete(changed);
};

export const useLastWrite = (): LastWrite | undefined => useSyncExternalStore(listen, () => last);
