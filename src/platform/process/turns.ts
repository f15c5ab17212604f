/** How long calls begin one after another before the event loop handles what arrived meanwhile. */
const TURN_MS = 2;
/** The maximum number of calls of a seat that wait. */
const MAX_WAITING = 1_000;

/**
 * Begins calls in short turns, with one call of each seat after the other. What begins runs on the event loop until it
 * waits for the database, so calls of a seat that arrive together would be ahead of those of all others. A call that
 * finds time left in the turn begins at once.
 */
export class SeatTurns {
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #refusal: () => Error;
  /** When the turn began. Undefined between turns. */
  #begunAt: number | undefined;
  /** Whether calls have begun that have not come to the database yet. */
  #isBusy = false;
  readonly #continue = () => {
    this.#isBusy = false;
    if (this.#waiting.size > 0 && this.#hasTime()) this.#serve();
  };

  /** Calls of a seat beyond 1,000 that wait fail with `refusal`. */
  constructor({ refusal = () => new Error('Refused.') } = {}) {
    this.#refusal = refusal;
  }

  /** Waits for the turn of a seat. Returns undefined if the call can begin now. */
  take(seatId: number): Promise<void> | undefined {
    this.#begunAt ??= this.#begin();
    if (this.#waiting.size === 0 && !this.#isBusy && this.#hasTime()) {
      this.#begun();
      return undefined;
    }
    const calls = this.#waiting.get(seatId) ?? [];
    if (calls.length >= MAX_WAITING) throw this.#refusal();
    this.#waiting.set(seatId, calls);
    return new Promise((resolve) => calls.push(resolve));
  }

  /** The turn lasts until the event loop has handled what had arrived. Then those that wait have theirs. */
  #begin(): number {
    setImmediate(() => {
      this.#begunAt = undefined;
      if (this.#waiting.size === 0) return;
      this.#begunAt = this.#begin();
      if (!this.#isBusy) this.#serve();
    });
    return performance.now();
  }

  #serve(): void {
    for (const [seatId, calls] of this.#waiting) {
      calls.shift()?.();
      if (calls.length === 0) this.#waiting.delete(seatId);
    }
    this.#begun();
  }

  #begun(): void {
    this.#isBusy = true;
    // A tick that a microtask adds runs after all microtasks, and so after the first part of the calls.
    queueMicrotask(() => process.nextTick(this.#continue));
  }

  #hasTime(): boolean {
    return this.#begunAt !== undefined && performance.now() - this.#begunAt < TURN_MS;
  }
}
