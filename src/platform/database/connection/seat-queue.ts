/** Waiting statements and transactions, of one seat and of all. */
const MAX_WAITING_OF_SEAT = 1_000;
const MAX_WAITING = 10_000;
/** What a seat used counts half as much after this time. */
const HALF_LIFE_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/** Work of the process itself, and of callers who are not known yet. */
export type Seat = number | undefined;

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

interface Account {
  held: number;
  /** Milliseconds of connections that were held lately. */
  usedMs: number;
  at: number;
  readonly waiting: Set<Waiting>;
}

/** The driver's own words, by which it is known that the database is unavailable. */
const busy = () => new Error('timeout exceeded when trying to connect');

/**
 * Shares the connections of a pool, or the statements that run at a time, among seats. While others wait, a seat gets no
 * more than half of them, and the seat that used least time lately comes first. Alone, a seat may have all but a few,
 * which are for those below their half.
 */
export class SeatQueue {
  readonly #limits: () => { readonly connections: number; readonly waitMs: number };
  readonly #accounts = new Map<Seat, Account>();
  /** The seats with waiting work. */
  readonly #seats = new Set<Seat>();
  #held = 0;
  #waiting = 0;

  constructor(limits: () => { readonly connections: number; readonly waitMs: number }) {
    this.#limits = limits;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  /** Calls `begin` once the seat may have a connection, or `fail` if that takes too long. `leave` gives it back. */
  enter(seat: Seat, begin: () => void, fail: (error: Error) => void): void {
    const account = this.#accountOf(seat);
    if (account.waiting.size === 0 && this.#mayBegin(seat, account)) {
      this.#count(account, 1);
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
      // Another seat may have waited for this one's turn.
      this.#serve();
    };
    const waiting = { begin, timer: setTimeout(giveUp, this.#limits().waitMs).unref() };
    account.waiting.add(waiting);
    this.#seats.add(seat);
    this.#waiting += 1;
  }

  leave(seat: Seat): void {
    const account = this.#accounts.get(seat);
    if (account) this.#count(account, -1);
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
      this.#count(account, 1);
      waiting.begin();
    }
  }

  /** Of the seats whose work may begin, the one that used least. Those that used the same take turns. */
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

  #count(account: Account, change: 1 | -1): void {
    this.#settle(account);
    account.held += change;
    this.#held += change;
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

/** Those that only a seat below its half may take; of two there are none. */
const reservedOf = (connections: number): number =>
  connections < 3 ? 0 : Math.max(1, Math.floor(connections / 8));
