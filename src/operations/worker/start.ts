import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../../domain/context.ts';
import { startWorker, type Worker } from './worker.ts';

const AGAIN_MS = 5_000;

/**
 * Starts the worker as soon as its database and files are available. The rest of the process does not wait
 * for it. Returns undefined if it was stopped before.
 */
export async function startOnceItCan(options: {
  system: System;
  isStopped: () => boolean;
  start?: typeof startWorker;
  againMs?: number;
}): Promise<Worker | undefined> {
  const { system, isStopped, start = startWorker, againMs = AGAIN_MS } = options;
  let logged: string | undefined;
  while (!isStopped()) {
    try {
      return await start({ system });
    } catch (error) {
      const { message } = error as Error;
      if (message !== logged && !isStopped())
        system.log.error({ err: error }, 'reports cannot be processed yet');
      logged = message;
      await sleep(againMs, undefined, { ref: false });
    }
  }
  return undefined;
}
