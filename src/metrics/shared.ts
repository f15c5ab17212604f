/**
 * Does work once for all who ask at the same time. Whoever asks while it runs gets the result of the next run, so
 * that no answer is older than its question.
 */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const run = work();
      running = run.catch(() => undefined);
      return run;
    });
    return next;
  };
}
