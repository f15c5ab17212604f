/** The amount of work that is waiting or running. `rows` are events or conversions. */
export interface Size {
  readonly rows: number;
  readonly bytes: number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly seatId: number;
  readonly size: Size;
  /** The virtual time at which the item is done if all waiting seats are served equally. */
  readonly finish: number;
}

interface Share {
  items: number;
  rows: number;
  bytes: number;
  lastFinish: number;
}

const LIMITS = { items: 5_000, rows: 50_000, bytes: 64 * 1024 * 1024 };
/** The share of the queue that a seat can fill, so that there is always room for others. */
const LARGEST_SHARE = 0.75;
/** What a row costs in addition to its bytes. */
const BYTES_OF_ROW = 256;

/** Items that wait, with limits. What is taken first is fair to seats: the one that waits for less work goes first. */
export class SeatQueue<Item> {
  #entries: Entry<Item>[] = [];
  #total: Share = noShare();
  #virtualTime = 0;
  readonly #shares = new Map<number, Share>();

  get length(): number {
    return this.#entries.length;
  }

  get size(): Size {
    return this.#total;
  }

  /** Returns false if the queue, or the seat's share of it, is full. */
  add(item: Item, { seatId, size }: { seatId: number; size: Size }): boolean {
    const share = this.#shares.get(seatId) ?? noShare();
    if (isFull(this.#total, size, 1) || isFull(share, size, LARGEST_SHARE)) return false;
    this.#shares.set(seatId, share);
    const finish = Math.max(this.#virtualTime, share.lastFinish) + size.bytes + size.rows * BYTES_OF_ROW;
    share.lastFinish = finish;
    this.#entries.push({ item, seatId, size, finish });
    change(share, size, 1);
    change(this.#total, size, 1);
    return true;
  }

  /** Takes everything if it fits, in order of arrival, otherwise what is next for each seat. One item always fits. */
  take(limit: Size): Item[] {
    if (this.#total.rows <= limit.rows && this.#total.bytes <= limit.bytes) return this.clear();
    this.#entries.sort((a, b) => a.finish - b.finish);
    const taken = this.#entries.splice(0, countWithin(this.#entries, limit));
    for (const { seatId, size, finish } of taken) {
      this.#virtualTime = finish;
      change(this.#total, size, -1);
      const share = this.#shares.get(seatId);
      if (!share) continue;
      change(share, size, -1);
      if (share.items === 0) this.#shares.delete(seatId);
    }
    return taken.map(({ item }) => item);
  }

  clear(): Item[] {
    const items = this.#entries.map(({ item }) => item);
    this.#entries = [];
    this.#total = noShare();
    this.#virtualTime = 0;
    this.#shares.clear();
    return items;
  }
}

const noShare = (): Share => ({ items: 0, rows: 0, bytes: 0, lastFinish: 0 });

const isFull = (share: Share, { rows, bytes }: Size, part: number): boolean =>
  share.items >= LIMITS.items * part ||
  share.rows + rows > LIMITS.rows * part ||
  share.bytes + bytes > LIMITS.bytes * part;

function change(share: Share, { rows, bytes }: Size, sign: 1 | -1): void {
  share.items += sign;
  share.rows += sign * rows;
  share.bytes += sign * bytes;
}

/** Returns how many of the first entries fit, at least one. */
function countWithin(entries: readonly Entry<unknown>[], limit: Size): number {
  let rows = 0;
  let bytes = 0;
  const end = entries.findIndex(({ size }) => {
    rows += size.rows;
    bytes += size.bytes;
    return rows > limit.rows || bytes > limit.bytes;
  });
  return end === -1 ? entries.length : Math.max(end, 1);
}
