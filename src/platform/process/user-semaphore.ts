interface Share {
  running: number;
  readonly waiting: { readonly amount: number; readonly begin: () => void }[];
}

/**
 * Limits what the calls of one user may hold at the same time of a resource that all users share. Calls
 * beyond the limit wait in order. A call that needs more than the limit runs alone.
 */
export class UserSemaphore {
  readonly #max: number;
  readonly #shares = new Map<number, Share>();

  constructor(most: number) {
    this.#max = most;
  }

  /**
   * Waits until the call may hold this amount. Returns a function that releases it and may be called
   * repeatedly.
   */
  async take(userId: number, amount: number): Promise<() => void> {
    const share = this.#shares.get(userId) ?? { running: 0, waiting: [] };
    this.#shares.set(userId, share);
    if (share.waiting.length === 0 && this.#hasRoom(share, amount)) share.running += amount;
    else await new Promise<void>((begin) => share.waiting.push({ amount, begin }));
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      share.running -= amount;
      this.#beginNext(userId, share);
    };
  }

  /** Waits for `amount`, runs `work` and releases it. */
  async run<T>(userId: number, work: () => T): Promise<Awaited<T>> {
    const end = await this.take(userId, 1);
    try {
      return await work();
    } finally {
      end();
    }
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
