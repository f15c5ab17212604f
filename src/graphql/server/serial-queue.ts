import { setImmediate as others } from 'node:timers/promises';

/**
 * Work that holds the event loop while it runs: one request does it at a time, and all other requests have their
 * turn in between. A turn ends after `work` and what follows it at once, such as the execution after its price.
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

/** Documents that take milliseconds to read and to plan. */
const longDocuments = new SerialQueue();

/** Characters of a document that is read and planned in a millisecond or two, also when nothing like it was asked before. */
export const SHORT_DOCUMENT = 1_000;

/**
 * Does what reads a document at once, or for a long one in its turn: callers with short ones do not wait for it. Neither
 * does a long one whose result `remembered` has.
 */
export async function inTurn<T>(source: string, work: () => T, remembered: () => T | undefined): Promise<T> {
  if (source.length <= SHORT_DOCUMENT) return work();
  return remembered() ?? (await longDocuments.take(work));
}

/** Introspection of all callers. */
export const schemaReadings = new SerialQueue();
