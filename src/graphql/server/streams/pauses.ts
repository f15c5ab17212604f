/** A sandbox's clock can be moved, so it is checked at this interval. */
const LOOK_EVERY_MS = 1_000;

interface Waiting {
  readonly isOver: () => boolean;
  readonly goOn: () => void;
}

const waiting = new Set<Waiting>();
let timer: NodeJS.Timeout | undefined;

/** Resolves when the clock reaches the time, or the signal is aborted. One timer serves all streams of the process. */
export function untilTime(options: { time: Date; now: () => Date; signal: AbortSignal }): Promise<void> {
  const { time, now, signal } = options;
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const one: Waiting = {
      isOver: () => now() >= time,
      goOn: () => {
        waiting.delete(one);
        signal.removeEventListener('abort', one.goOn);
        if (waiting.size === 0) clearInterval(timer);
        resolve();
      },
    };
    signal.addEventListener('abort', one.goOn);
    if (waiting.size === 0) timer = setInterval(lookAtAll, LOOK_EVERY_MS).unref();
    waiting.add(one);
  });
}

function lookAtAll(): void {
  for (const one of [...waiting]) if (one.isOver()) one.goOn();
}

/** Returns the number of paused streams. */
export const pausedStreams = (): number => waiting.size;
