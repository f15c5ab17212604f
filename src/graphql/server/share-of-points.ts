import { CEILING } from './cost.ts';

/** Smaller requests never wait: they are over before anyone notices them. */
const SMALL = 500;

interface Share {
  running: number;
  readonly waiting: { readonly cost: number; readonly begin: () => void }[];
}

/**
 * Points that one user's requests may be executed for at the same time, as many as one request may cost: objects
 * are made on the event loop, which all users share. Requests beyond that wait for their turn, in order.
 */
export class ShareOfPoints {
  readonly #shares = new Map<number, Share>();

  /** Waits until a request of so many points may run. Returns what ends it, which may be called repeatedly. */
  async take(userId: number, cost: number): Promise<() => void> {
    if (cost <= SMALL) return () => {};
    const share = this.#shares.get(userId) ?? { running: 0, waiting: [] };
    this.#shares.set(userId, share);
    await new Promise<void>((begin) => {
      share.waiting.push({ cost, begin });
      this.#beginNext(userId, share);
    });
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      share.running -= cost;
      this.#beginNext(userId, share);
    };
  }

  #beginNext(userId: number, share: Share): void {
    for (let [next] = share.waiting; next; [next] = share.waiting) {
      if (share.running > 0 && share.running + next.cost > CEILING) return;
      share.waiting.shift();
      share.running += next.cost;
      next.begin();
    }
    if (share.running === 0) this.#shares.delete(userId);
  }
}

export const pointsAtOnce = new ShareOfPoints();
