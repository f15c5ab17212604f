import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two runs. */
const LONGEST_REST_MS = 500;

/**
 * Does work once for all who ask at the same time. Whoever asks while it runs gets the result of the next run, so
 * that no answer is older than its question. After a run it pauses for `rest` times as long as the run took.
 */
export function shared<T>(work: () => Promise<T>, { rest = 0 } = {}): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let mayBeginAt = 0;

  async function run(): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const now = performance.now();
      mayBeginAt = now + Math.min((now - begun) * rest, LONGEST_REST_MS);
    }
  }
  async function begin(): Promise<T> {
    const waitMs = mayBeginAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    next = undefined;
    const result = run();
    running = result.catch(() => undefined);
    return result;
  }
  return () => {
    next ??= running.then(begin);
    return next;
  };
}
