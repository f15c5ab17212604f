import type { AbortSource } from './abort-source.ts';

/** Releases what a call holds. */
export type End = () => void;

/** Runs `work` while it holds what `take` returns the end of. */
export async function runWith<T>(take: () => End | Promise<End>, work: () => T): Promise<Awaited<T>> {
  const taken = take();
  const end = taken instanceof Promise ? await taken : taken;
  try {
    return await work();
  } finally {
    end();
  }
}

interface Waiting {
  readonly amount: number;
  readonly begin: () => void;
}

interface Share {
  running: number;
  readonly waiting: Waiting[];
}

/**
 * Limits what the calls of one user may hold at the same time of a resource that all users share. Calls
 * beyond the limit wait in order. A call that needs more than the limit runs alone.
 */
export class UserSemaphore {
  readonly #max: number;
  readonly #maxWaiting: number;
  readonly #refusal: () => Error;
  readonly #shares = new Map<number, Share>();

  /** Calls beyond `maxWaiting` of a user, and those whose caller has gone, fail with `refusal`. */
  constructor(
    max: number,
    { maxWaiting = Number.POSITIVE_INFINITY, refusal = () => new Error('Refused.') } = {},
  ) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
    this.#refusal = refusal;
  }

  /**
   * Waits until the call may hold this amount, unless `signal` is aborted before. Returns a function that releases it
   * and may be called repeatedly, not as a promise if the call need not wait.
   */
  take(userId: number, amount: number, signal?: AbortSource): End | Promise<End> {
    const share = this.#shares.get(userId) ?? { running: 0, waiting: [] };
    this.#shares.set(userId, share);
    if (share.waiting.length > 0 || !this.#hasRoom(share, amount))
      return this.#wait(share, amount, signal).then(() => this.#endOf(userId, share, amount));
    share.running += amount;
    return this.#endOf(userId, share, amount);
  }

  #endOf(userId: number, share: Share, amount: number): End {
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      share.running -= amount;
      this.#beginNext(userId, share);
    };
  }

  /** Waits for `amount`, runs `work` and releases it. */
  run<T>(userId: number, work: () => T, signal?: AbortSource): Promise<Awaited<T>> {
    return runWith(() => this.take(userId, 1, signal), work);
  }

  async #wait({ waiting }: Share, amount: number, signal?: AbortSource): Promise<void> {
    if (signal?.aborted || waiting.length >= this.#maxWaiting) throw this.#refusal();
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(call), 1);
        reject(this.#refusal());
      };
      const call: Waiting = {
        amount,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      waiting.push(call);
      signal?.addEventListener('abort', leave);
    });
  }

  #hasRoom({ running }: Share, amount: number): boolean {
    return running === 0 || running + amount <= this.#max;
  }

  #beginNext(userId: number, share: Share): void {
    for (let [next] = share.waiting; next; [next] = share.waiting) {
      if (!this.#hasRoom(share, next.amount)) return;
      share.waiting.shift();
      share.running += next.amount;
      next.begin();
    }
    if (share.running === 0) this.#shares.delete(userId);
  }
}
