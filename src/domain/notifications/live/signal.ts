export type Signal = ReturnType<typeof createSignal>;

/** `next` resolves with the first signal after it was called, or immediately once the signal is closed. */
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
