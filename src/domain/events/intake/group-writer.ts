import { isConflict, isUnavailable, isUnstorable } from '../../../platform/database/errors.ts';
import { UnavailableError, ValidationError } from '../../errors.ts';
import { SeatQueue, type Size } from './seat-queue.ts';

/** Larger groups save no more time, and their last requests wait longer. A single array can be larger. */
const LARGEST_GROUP: Size = { rows: 2_000, bytes: 12 * 1024 * 1024 };
/** With this many requests, a commit starts immediately, even while the event loop is reading others. */
const ENOUGH = 64;
/** One commit is being written while the next group is assembled. More would only split the groups. */
const FLUSHES = 2;

export interface Group<Item, Result> {
  /** Stores all items in one transaction, or none. Returns their results in order after the commit. */
  flush(items: readonly Item[]): Promise<readonly Result[]>;
  sizeOf(item: Item): Size;
  seatOf(item: Item): number;
  /** The number of groups that are stored at the same time. Two by default. */
  readonly flushes?: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Concurrent requests share one commit. A group is flushed whenever fewer than two flushes are running, so groups grow
 * with the load and no request waits for a timer. If more waits than fits into a group, all seats are served equally.
 */
export class GroupWriter<Item, Result> {
  readonly #group: Group<Item, Result>;
  readonly #flushes: number;
  readonly #queue = new SeatQueue<Waiting<Item, Result>>();
  #running = 0;
  #scheduled = false;

  constructor(group: Group<Item, Result>) {
    this.#group = group;
    this.#flushes = group.flushes ?? FLUSHES;
  }

  /** The number of rows that wait for a commit to begin. */
  get backlog(): number {
    return this.#queue.size.rows;
  }

  /**
   * Resolves when the item is durable. Throws UnavailableError if the queue is full or the database is
   * unavailable.
   */
  write(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const place = { seatId: this.#group.seatOf(item), size: this.#group.sizeOf(item) };
      if (!this.#queue.add({ item, resolve, reject }, place)) {
        reject(new UnavailableError('The service cannot accept more requests at the moment.'));
        return;
      }
      if (this.#queue.length >= ENOUGH) this.#start();
      else this.#schedule();
    });
  }

  /** Runs after this turn of the event loop, so that all requests that were read in it share a commit. */
  #schedule(): void {
    if (this.#scheduled || this.#queue.length === 0 || this.#running >= this.#flushes) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
      this.#schedule();
    });
  }

  #start(): void {
    if (this.#queue.length === 0 || this.#running >= this.#flushes) return;
    this.#running += 1;
    void this.#settle(this.#queue.take(LARGEST_GROUP)).finally(() => {
      this.#running -= 1;
      this.#schedule();
    });
  }

  async #settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#flush(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isUnstorable(error) && group.length > 1) {
        // One item causes the failure, so each item is stored on its own to spare the others.
        for (const waiting of group) await this.#settle([waiting]);
        return;
      }
      const refusal = isUnstorable(error) ? unstorable() : error;
      for (const { reject } of group) reject(refusal);
      if (isUnavailable(error)) this.#refuseAll(error);
    }
  }

  /** Two groups can conflict with each other. The second attempt finds the first group committed. */
  async #flush(items: readonly Item[]): Promise<readonly Result[]> {
    try {
      return await this.#group.flush(items);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return await this.#group.flush(items);
    }
  }

  /** While the database is unavailable, requests are refused instead of waiting for it. */
  #refuseAll(error: unknown): void {
    for (const { reject } of this.#queue.clear()) reject(error);
  }
}

/** A number is out of range or JSON is nested too deeply, in a field that no rule checks. */
const unstorable = () =>
  new ValidationError([{ path: '', message: 'must not contain values that cannot be stored' }]);
