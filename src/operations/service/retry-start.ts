import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../../domain/context.ts';

const AGAIN_MS = 5_000;

/**
 * Starts a part of the service as soon as its database and files are available. The rest of the process does not wait
 * for it. Each cause of a failure is logged once. Returns undefined if it was stopped before.
 */
export async function retryStart<Part>(options: {
  system: System;
  isStopped: () => boolean;
  start: () => Promise<Part>;
  /** What the log says while it fails. */
  failure: string;
  retryMs?: number;
}): Promise<Part | undefined> {
  const { system, isStopped, start, failure, retryMs = AGAIN_MS } = options;
  let logged: string | undefined;
  while (!isStopped()) {
    try {
      return await start();
    } catch (error) {
      const { message } = error as Error;
      if (message !== logged && !isStopped()) system.log.error({ err: error }, failure);
      logged = message;
      await sleep(retryMs, undefined, { ref: false });
    }
  }
  return undefined;
}
