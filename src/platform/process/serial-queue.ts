import { setImmediate as others } from 'node:timers/promises';

/**
 * Runs work that blocks the event loop one request at a time, so that other requests run in between. A turn includes
 * what follows `work` synchronously, such as the execution after pricing.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  async take<T>(work: () => T | Promise<T>): Promise<T> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      await before;
      await others();
      const done = await work();
      await others();
      return done;
    } finally {
      setImmediate(end);
    }
  }
}
