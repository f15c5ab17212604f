import type { Pool } from 'pg';

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the results in the order of the calls. A result that is a promise may fail without failing the others. */
type Count<Call, Answer> = (calls: readonly Call[]) => Promise<readonly (Answer | Promise<Answer>)[]>;

/** The maximum number of calls in one statement. */
const MAX = 1_000;

/**
 * Counts concurrent calls that lock the same row, such as calls of one user: calls that arrive while others are being
 * counted are counted in the next statement. Otherwise each of them would hold a connection while it waits for the
 * lock.
 */
export class CoalescingQueue<Call, Answer> {
  readonly #count: Count<Call, Answer>;
  /** Has an entry for a key while calls of that key are being counted. */
  readonly #queues = new WeakMap<Pool, Map<string, Waiting<Call, Answer>[]>>();

  constructor(count: Count<Call, Answer>) {
    this.#count = count;
  }

  count(pool: Pool, key: string, call: Call): Promise<Answer> {
    const ofPool = this.#queues.get(pool) ?? new Map<string, Waiting<Call, Answer>[]>();
    this.#queues.set(pool, ofPool);
    const known = ofPool.get(key);
    const queue = known ?? [];
    const counted = new Promise<Answer>((resolve, reject) => queue.push({ call, resolve, reject }));
    if (!known) {
      ofPool.set(key, queue);
      void this.#countAll(queue, () => ofPool.delete(key));
    }
    return counted;
  }

  async #countAll(queue: Waiting<Call, Answer>[], end: () => void): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0, MAX);
      try {
        const answers = await this.#count(group.map(({ call }) => call));
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    // Delete it synchronously, or a call in between joins a dead queue.
    end();
  }
}
