import { SerialQueue } from './serial-queue.ts';
import { UserSemaphore } from './user-semaphore.ts';

/**
 * Runs work that blocks the event loop one piece at a time, with other requests in between. At most one piece of each
 * user, or seat, is in the queue, so that a caller with one piece waits for at most one piece of each other caller.
 */
export class FairQueue {
  readonly #queue = new SerialQueue();
  readonly #ofEach: UserSemaphore;

  constructor(limits: ConstructorParameters<typeof UserSemaphore>[1] = {}) {
    this.#ofEach = new UserSemaphore(1, limits);
  }

  take<T>(id: number, work: () => T | Promise<T>): Promise<Awaited<T>> {
    return this.#ofEach.run(id, () => this.#queue.take(work));
  }
}
