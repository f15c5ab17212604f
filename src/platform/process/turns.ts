import { RoundRobin } from './round-robin.ts';

/** How long calls begin one after another before the event loop handles what arrived meanwhile. */
const TURN_MS = 2;
/** How many callers' calls begin before the clock is read. */
const MAX_TOGETHER = 8;

interface Options {
  /** The maximum number of calls of a caller that wait. More fail with `refusal`. */
  readonly maxWaiting?: number;
  readonly refusal?: () => Error;
}

/**
 * Begins calls in short turns, with one call of each caller after the other. What begins runs on the event loop until it
 * waits for the database, so calls of a caller that arrive together would be ahead of those of all others. A call that
 * finds time left in the turn begins at once.
 */
export class Turns<Caller> {
  readonly #waiting = new Map<Caller, RoundRobin<unknown, () => void>>();
  readonly #maxWaiting: number;
  readonly #refusal: () => Error;
  /** When the turn began. Undefined between turns. */
  #begunAt: number | undefined;
  /** Whether calls have begun that have not come to the database yet. */
  #isBusy = false;
  readonly #continue = () => {
    this.#isBusy = false;
    if (this.#waiting.size > 0 && this.#hasTime()) this.#serve();
  };

  constructor({ maxWaiting, refusal = () => new Error('Refused.') }: Options = {}) {
    this.#maxWaiting = maxWaiting ?? Number.POSITIVE_INFINITY;
    this.#refusal = refusal;
  }

  /**
   * Waits for the turn of a caller, whose members, such as the users of a seat, take turns among themselves. Returns
   * undefined if the call can begin now.
   */
  take(
    caller: Caller,
    { maxWaiting = this.#maxWaiting, member }: { maxWaiting?: number; member?: unknown } = {},
  ): Promise<void> | undefined {
    this.#begunAt ??= this.#begin();
    if (this.#waiting.size === 0 && !this.#isBusy && this.#hasTime()) {
      this.#begun();
      return undefined;
    }
    const calls = this.#waiting.get(caller) ?? new RoundRobin();
    if (calls.size >= maxWaiting) throw this.#refusal();
    this.#waiting.set(caller, calls);
    return new Promise((resolve) => calls.add(member, resolve));
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
    const next: Caller[] = [];
    for (const caller of this.#waiting.keys()) if (next.push(caller) === MAX_TOGETHER) break;
    for (const caller of next) {
      const calls = this.#waiting.get(caller);
      calls?.next()?.();
      this.#waiting.delete(caller);
      // Behind the others.
      if (calls && calls.size > 0) this.#waiting.set(caller, calls);
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
