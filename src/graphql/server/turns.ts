import { setImmediate as others } from 'node:timers/promises';

/**
 * Work that holds the event loop while it runs: one request does it at a time, and all other requests have their
 * turn in between. A turn ends after `work` and what follows it at once, such as the execution after its price.
 */
export class Turns {
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

/** Introspection of all callers. */
export const schemaReadings = new Turns();
