import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two runs. */
const MAX_REST_MS = 500;

/**
 * Returns a function that shares one run of `work` among concurrent callers. A call during a run gets the
 * result of the next run, so that no result is older than its call. After a run it pauses for `rest` times
 * the duration of the run.
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
      mayBeginAt = now + Math.min((now - begun) * rest, MAX_REST_MS);
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
