export type Signal = ReturnType<typeof createSignal>;

/** `next` is settled by the first ring after it was asked for, or at once when the bell is closed. */
export function createSignal() {
  let ring = () => {};
  let closed = false;
  return {
    ring: () => ring(),
    closed: () => closed,
    close: () => {
      closed = true;
      ring();
    },
    next: () =>
      new Promise<void>((resolve) => {
        ring = resolve;
        if (closed) resolve();
      }),
  };
}
