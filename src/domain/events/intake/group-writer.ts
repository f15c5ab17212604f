import { isConflict, isUnavailable, isUnstorable } from '../../../platform/database/errors.ts';
import { UnavailableError, ValidationError } from '../../errors.ts';

/** The amount of work that is waiting or running. `rows` are events or conversions. */
interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** Larger groups save no more time, and their last requests wait longer. A single array can be larger. */
const LARGEST_GROUP: Size = { rows: 2_000, bytes: 12 * 1024 * 1024 };
/** With this many requests, a commit starts immediately, even while the event loop is reading others. */
const ENOUGH = 64;
const LONGEST_QUEUE: Size = { rows: 50_000, bytes: 64 * 1024 * 1024 };
const MAX_WAITING = 5_000;
/** One commit is being written while the next group is assembled. More would only split the groups. */
const FLUSHES = 2;

export interface Group<Item, Result> {
  /** Stores all items in one transaction, or none. Returns their results in order after the commit. */
  flush(items: readonly Item[]): Promise<readonly Result[]>;
  sizeOf(item: Item): Size;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly size: Size;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Concurrent requests share one commit. A group is flushed whenever fewer than two flushes are running, so groups grow
 * with the load and no request waits for a timer.
 */
export class GroupWriter<Item, Result> {
  readonly #group: Group<Item, Result>;
  #queue: Waiting<Item, Result>[] = [];
  #queued = { rows: 0, bytes: 0 };
  #running = 0;
  #scheduled = false;

  constructor(group: Group<Item, Result>) {
    this.#group = group;
  }

  /** The number of rows that wait for a commit to begin. */
  get backlog(): number {
    return this.#queued.rows;
  }

  /**
   * Resolves when the item is durable. Throws UnavailableError if the queue is full or the database is
   * unavailable.
   */
  write(item: Item): Promise<Result> {
    const size = this.#group.sizeOf(item);
    const isFull =
      this.#queue.length >= MAX_WAITING ||
      this.#queued.rows + size.rows > LONGEST_QUEUE.rows ||
      this.#queued.bytes + size.bytes > LONGEST_QUEUE.bytes;
    if (isFull)
      return Promise.reject(new UnavailableError('The service cannot accept more requests at the moment.'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, size, resolve, reject });
      this.#resize(size, 1);
      if (this.#queue.length >= ENOUGH) this.#start();
      else this.#schedule();
    });
  }

  /** Runs after this turn of the event loop, so that all requests that were read in it share a commit. */
  #schedule(): void {
    if (this.#scheduled || this.#queue.length === 0 || this.#running >= FLUSHES) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
      this.#schedule();
    });
  }

  #start(): void {
    if (this.#queue.length === 0 || this.#running >= FLUSHES) return;
    this.#running += 1;
    void this.#settle(this.#nextGroup()).finally(() => {
      this.#running -= 1;
      this.#schedule();
    });
  }

  #nextGroup(): Waiting<Item, Result>[] {
    let rows = 0;
    let bytes = 0;
    let taken = 0;
    for (const { size } of this.#queue) {
      rows += size.rows;
      bytes += size.bytes;
      if (taken > 0 && (rows > LARGEST_GROUP.rows || bytes > LARGEST_GROUP.bytes)) break;
      taken += 1;
    }
    const group = this.#queue.splice(0, taken);
    for (const { size } of group) this.#resize(size, -1);
    return group;
  }

  #resize({ rows, bytes }: Size, sign: 1 | -1): void {
    this.#queued = { rows: this.#queued.rows + sign * rows, bytes: this.#queued.bytes + sign * bytes };
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
    const queue = this.#queue;
    this.#queue = [];
    this.#queued = { rows: 0, bytes: 0 };
    for (const { reject } of queue) reject(error);
  }
}

/** A number is out of range or JSON is nested too deeply, in a field that no rule checks. */
const unstorable = () =>
  new ValidationError([{ path: '', message: 'must not contain values that cannot be stored' }]);
