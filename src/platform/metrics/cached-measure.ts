/**
 * Returns a function for a measure that takes time to read. It is read at most once at a time and once per
 * `freshMs`, and a caller waits at most `waitTimeoutMs`. Undefined until it is known, and after a failure.
 */
export function reading<T>(options: {
  read: () => Promise<T>;
  freshMs: number;
  waitTimeoutMs: number;
}): () => Promise<T | undefined> {
  const { read, freshMs, waitTimeoutMs } = options;
  let value: T | undefined;
  let running: Promise<void> | undefined;
  let until = 0;

  async function renew(): Promise<void> {
    try {
      value = await read();
    } catch {
      value = undefined;
    }
    until = performance.now() + freshMs;
    running = undefined;
  }

  return async () => {
    if (performance.now() < until) return value;
    running ??= renew();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitTimeoutMs);
    });
    await Promise.race([running, late]);
    clearTimeout(timer);
    return value;
  };
}
