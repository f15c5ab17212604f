export type Signal = ReturnType<typeof createSignal>;

/** `next` resolves with the first signal after it was called, or immediately once the signal is closed. */
export function createSignal() {
  let notify = () => {};
  let closed = false;
  return {
    notify: () => notify(),
    closed: () => closed,
    close: () => {
      closed = true;
      notify();
    },
    next: () =>
      new Promise<void>((resolve) => {
        notify = resolve;
        if (closed) resolve();
      }),
  };
}
