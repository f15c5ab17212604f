interface Share {
  running: number;
  readonly waiting: { readonly amount: number; readonly begin: () => void }[];
}

/**
 * What the calls of one user may hold at the same time of something that all users share. Calls beyond that wait
 * for their turn, in order. One that needs more than there is runs alone.
 */
export class UserSemaphore {
  readonly #most: number;
  readonly #shares = new Map<number, Share>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits until a call may hold this much. Returns a function that ends it and may be called repeatedly. */
  async take(userId: number, amount: number): Promise<() => void> {
    const share = this.#shares.get(userId) ?? { running: 0, waiting: [] };
    this.#shares.set(userId, share);
    await new Promise<void>((begin) => {
      share.waiting.push({ amount, begin });
      this.#beginNext(userId, share);
    });
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      share.running -= amount;
      this.#beginNext(userId, share);
    };
  }

  /** Does `work` as one call, in its turn. */
  async run<T>(userId: number, work: () => T): Promise<Awaited<T>> {
    const end = await this.take(userId, 1);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #beginNext(userId: number, share: Share): void {
    for (let [next] = share.waiting; next; [next] = share.waiting) {
      if (share.running > 0 && share.running + next.amount > this.#most) return;
      share.waiting.shift();
      share.running += next.amount;
      next.begin();
    }
    if (share.running === 0) this.#shares.delete(userId);
  }
}
