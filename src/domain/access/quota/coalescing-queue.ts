import type { Pool } from 'pg';

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers in the order of the calls. An answer that is a promise may fail without the others. */
type Count<Call, Answer> = (calls: readonly Call[]) => Promise<readonly (Answer | Promise<Answer>)[]>;

/** Calls of one statement. */
const MAX = 1_000;

/**
 * Counts calls that all wait for one row, such as those of a user: calls that come while others are counted are
 * counted together after them. Each of them alone would hold a connection to wait with.
 */
export class CoalescingQueue<Call, Answer> {
  readonly #count: Count<Call, Answer>;
  /** There while calls of a key are being counted. */
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
    // At once: a call in between would join a queue that nobody counts.
    end();
  }
}
