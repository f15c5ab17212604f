/** The maximum number of waiting statements and transactions, per seat and in total. */
const MAX_WAITING_OF_SEAT = 1_000;
const MAX_WAITING = 10_000;
/** The recorded use of a seat is halved after this time. */
const HALF_LIFE_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/** Undefined for work of the process itself, and for callers that are not yet identified. */
export type Seat = number | undefined;

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

interface Account {
  held: number;
  /** How long the seat held connections recently, in milliseconds. */
  usedMs: number;
  at: number;
  readonly waiting: Set<Waiting>;
}

/** The driver's own message, by which callers recognise that the database is unavailable. */
const busy = () => new Error('timeout exceeded when trying to connect');

/**
 * Divides the connections of a pool, or the concurrent statements, among seats. While others wait, a seat
 * gets at most half of them, and the seat with the least recent use is served first. A seat without
 * competition may have all except a small reserve for seats below their half.
 */
export class SeatQueue {
  readonly #limits: () => { readonly connections: number; readonly waitMs: number };
  readonly #accounts = new Map<Seat, Account>();
  /** The seats that have waiting work. */
  readonly #seats = new Set<Seat>();
  /** The seats that have work which runs. */
  readonly #running = new Set<Seat>();
  #held = 0;
  #waiting = 0;

  constructor(limits: () => { readonly connections: number; readonly waitMs: number }) {
    this.#limits = limits;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  /** The seats whose work runs or waits; some may be repeated. */
  get busySeats(): Seat[] {
    return [...this.#running, ...this.#seats];
  }

  /**
   * Calls `begin` once the seat may have a connection, or `fail` if that takes too long. `leave` releases
   * it.
   */
  enter(seat: Seat, begin: () => void, fail: (error: Error) => void): void {
    const account = this.#accountOf(seat);
    if (account.waiting.size === 0 && this.#mayBegin(seat, account)) {
      this.#count(seat, account, 1);
      begin();
      return;
    }
    if (account.waiting.size >= MAX_WAITING_OF_SEAT || this.#waiting >= MAX_WAITING) {
      process.nextTick(fail, busy());
      return;
    }
    const giveUp = () => {
      this.#forget(seat, account, waiting);
      fail(busy());
      // Another seat may have been waiting for this slot.
      this.#serve();
    };
    const waiting = { begin, timer: setTimeout(giveUp, this.#limits().waitMs).unref() };
    account.waiting.add(waiting);
    this.#seats.add(seat);
    this.#waiting += 1;
  }

  leave(seat: Seat): void {
    const account = this.#accounts.get(seat);
    if (account) this.#count(seat, account, -1);
    if (this.#waiting > 0) this.#serve();
  }

  #serve(): void {
    for (;;) {
      const next = this.#next();
      if (!next) return;
      const { seat, account } = next;
      const [waiting] = account.waiting;
      if (!waiting) return;
      this.#forget(seat, account, waiting);
      this.#count(seat, account, 1);
      waiting.begin();
    }
  }

  /**
   * Returns the seat with the least recent use among those whose work may begin. Seats with equal use
   * alternate.
   */
  #next(): { seat: Seat; account: Account } | undefined {
    let best: { seat: Seat; account: Account } | undefined;
    for (const seat of this.#seats) {
      const account = this.#accountOf(seat);
      if (!this.#mayBegin(seat, account)) continue;
      this.#settle(account);
      if (!best || account.usedMs < best.account.usedMs) best = { seat, account };
    }
    return best;
  }

  #mayBegin(seat: Seat, { held }: Account): boolean {
    const { connections } = this.#limits();
    const free = connections - this.#held;
    if (free <= 0) return false;
    if (seat === undefined || held < Math.ceil(connections / 2)) return true;
    return free > reservedOf(connections) && !this.#isAnotherWaiting(seat);
  }

  #isAnotherWaiting(seat: Seat): boolean {
    return this.#seats.size > (this.#seats.has(seat) ? 1 : 0);
  }

  #forget(seat: Seat, account: Account, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    if (!account.waiting.delete(waiting)) return;
    this.#waiting -= 1;
    this.#seats.delete(seat);
    if (account.waiting.size > 0) this.#seats.add(seat);
  }

  #count(seat: Seat, account: Account, change: 1 | -1): void {
    this.#settle(account);
    account.held += change;
    this.#held += change;
    if (account.held > 0) this.#running.add(seat);
    else this.#running.delete(seat);
  }

  #settle(account: Account): void {
    const now = performance.now();
    const ms = now - account.at;
    account.usedMs = account.usedMs * 0.5 ** (ms / HALF_LIFE_MS) + account.held * ms;
    account.at = now;
  }

  #accountOf(seat: Seat): Account {
    const known = this.#accounts.get(seat);
    if (known) return known;
    if (this.#accounts.size >= MAX_REMEMBERED)
      for (const [other, { held, waiting }] of this.#accounts)
        if (held === 0 && waiting.size === 0) this.#accounts.delete(other);
    const account = { held: 0, usedMs: 0, at: performance.now(), waiting: new Set<Waiting>() };
    this.#accounts.set(seat, account);
    return account;
  }
}

/** The number of connections reserved for seats below their half. A pool of two has none. */
const reservedOf = (connections: number): number =>
  connections < 3 ? 0 : Math.max(1, Math.floor(connections / 8));
