/**
 * A figure that takes time to find out: asked at most once at a time and once in `freshMs`, and not waited for
 * longer than `waitTimeoutMs`. Undefined while it is not known, and after it could not be found out.
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
