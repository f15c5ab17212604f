/**
 * Returns a function for a measure that is slow to read. It is read at most once at a time and once per
 * `maxAgeMs`, and a caller waits at most `waitTimeoutMs`. Returns undefined until it is known, and after a failure.
 */
export function cachedMeasure<T>(options: {
  read: () => Promise<T>;
  maxAgeMs: number;
  waitTimeoutMs: number;
}): () => Promise<T | undefined> {
  const { read, maxAgeMs, waitTimeoutMs } = options;
  let value: T | undefined;
  let running: Promise<void> | undefined;
  let until = 0;

  async function refresh(): Promise<void> {
    try {
      value = await read();
    } catch {
      value = undefined;
    }
    until = performance.now() + maxAgeMs;
    running = undefined;
  }

  return async () => {
    if (performance.now() < until) return value;
    running ??= refresh();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitTimeoutMs);
    });
    await Promise.race([running, late]);
    clearTimeout(timer);
    return value;
  };
}
