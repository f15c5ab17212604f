import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { currentTracer } from '../../tracing/span.ts';
import { RowsTooLargeError } from '../errors.ts';
import { type Seat, SeatQueue } from './seat-queue.ts';
import type { ServerWatch } from './server-watch.ts';
import { TimeLimits } from './time-limits.ts';

/**
 * The maximum number of connections that one request can hold at a time, of the sixteen that all requests
 * share.
 */
const CONNECTIONS = 4;
/** The maximum number of bytes of rows that one request can read. The limit of a response is lower. */
const BYTES = 64 * 1024 * 1024;

/**
 * One request's share of the database. Reads hold a connection for one statement, and mutations run one
 * after the other, so a request that holds a connection never waits for more than its share.
 */
class Share {
  #held = 0;
  #bytes = 0;
  readonly #waiting: (() => void)[] = [];

  enter(run: () => void): void {
    if (this.#held >= CONNECTIONS) {
      this.#waiting.push(run);
      return;
    }
    this.#held += 1;
    run();
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held -= 1;
  }

  /** Adds to the bytes that were read. Returns whether they exceed the limit. */
  isTooMuch(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes > BYTES;
  }
}

/** The seat and request that a statement runs for. */
interface Caller {
  readonly seat: Seat;
  readonly share: Share | undefined;
  /** The maximum duration of a statement. Default MAX_STATEMENT_MS. */
  readonly limitMs: number | undefined;
}

interface Bounds {
  readonly seatId?: number | undefined;
  readonly limitMs?: number | undefined;
  /** Whether the statement may take long. By default, one does whose time limit is long. */
  readonly isLong?: boolean | undefined;
}

/** The maximum duration of a statement of a seat outside a transaction. */
export const MAX_STATEMENT_MS = 10_000;
/** A statement that is given this much time, because of its price, may take long. */
const LONG_MS = 8_000;

const callers = new AsyncLocalStorage<Caller>();
const holders = new WeakMap<object, Caller>();

/** Runs `work` as one request with its own share of the database. Code outside of it is not limited. */
export function withDatabaseShare<T>(work: () => T, { seatId, limitMs }: Bounds = {}): T {
  return callers.run({ seat: seatId ?? callers.getStore()?.seat, share: new Share(), limitMs }, work);
}

/** The seat of all callers that are not identified, so that the process's own work does not wait for theirs. */
export const ANONYMOUS = 0;

/** Runs `work` on behalf of a seat: its connections count towards those of the seat. */
export function forSeat<T>(seatId: number, work: () => T): T {
  return callers.run({ seat: seatId, share: callers.getStore()?.share, limitMs: undefined }, work);
}

type Callback = Parameters<pg.Pool['connect']>[0];

/** A limit on concurrent statements of seats, because the server shares the processors of this process. */
export interface StatementLimit {
  readonly statements: number;
  /**
   * Whether it holds for all statements now, given the seats whose work runs or waits. For those that may take long it
   * always holds: a seat that comes later would wait for them.
   */
  readonly isForAll: (busy: Iterable<Seat>) => boolean;
}

export interface SharedPoolConfig extends pg.PoolConfig {
  /** Detects that the server has stopped responding. */
  readonly watch?: ServerWatch | undefined;
  readonly limit?: StatementLimit | undefined;
}

/** A pool that gives each request, and each seat, at most its share of connections. */
export class SharedPool extends pg.Pool {
  readonly #queue = new SeatQueue(() => ({
    connections: this.options.max,
    waitMs: this.options.connectionTimeoutMillis ?? 0,
  }));
  /** Limits concurrent statements, if the server shares the processors of this process. */
  readonly #statements: SeatQueue | undefined;
  readonly #limit: StatementLimit | undefined;
  readonly #limits: TimeLimits;
  readonly #watch: ServerWatch | undefined;
  readonly #limited = new WeakSet<object>();
  /** Connections whose statement is counted by `#statements`. */
  readonly #counted = new WeakSet<object>();
  /** Set while a connection for a single statement is requested, with its bounds. */
  #next: { readonly bounds: Bounds } | undefined;

  /** `cancel` cancels the statement that a connection runs. */
  constructor(config: SharedPoolConfig, cancel: (pool: pg.Pool, client: pg.PoolClient) => Promise<unknown>) {
    super({ ...config, Client: MeasuredClient });
    this.#watch = config.watch;
    const { limit } = config;
    if (limit)
      this.#statements = new SeatQueue(() => ({
        connections: limit.statements,
        waitMs: this.options.connectionTimeoutMillis ?? 0,
      }));
    this.#limit = limit;
    this.#limits = new TimeLimits((client) => cancel(this, client));
    const waiting = () =>
      Reflect.get(pg.Pool.prototype, 'waitingCount', this) +
      this.#queue.waitingCount +
      (this.#statements?.waitingCount ?? 0);
    Object.defineProperty(this, 'waitingCount', { get: waiting });
    this.on('release', (_error, client) => {
      const caller = holders.get(client);
      holders.delete(client);
      if (this.#limited.delete(client)) {
        this.#limits.end(client);
      }
      if (this.#counted.delete(client)) this.#statements?.leave(caller?.seat);
      caller?.share?.leave();
      this.#queue.leave(caller?.seat);
    });
    const { query } = pg.Pool.prototype;
    // The driver declares a dozen overloads.
    this.query = ((...given: unknown[]) =>
      this.#asStatement({}, () => Reflect.apply(query, this, given))) as pg.Pool['query'];
  }

  /** Returns a connection for one statement, which is cancelled when it takes too long. */
  connectForStatement(bounds: Bounds = {}): Promise<pg.PoolClient> {
    return this.#asStatement(bounds, () => this.connect());
  }

  #asStatement<T>(bounds: Bounds, connect: () => T): T {
    this.#next = { bounds };
    try {
      return connect();
    } finally {
      this.#next = undefined;
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const known = callers.getStore();
    const bounds = this.#next?.bounds;
    const seat = bounds?.seatId ?? known?.seat;
    const limitMs = bounds?.limitMs ?? known?.limitMs;
    const caller = { seat, share: known?.share, limitMs };
    const isLimited = bounds !== undefined && seat !== undefined;
    const isCounted = isLimited && this.#isCounted(bounds.isLong ?? (limitMs ?? 0) >= LONG_MS);
    // Without this, the callback would run in the context of the call that releases a connection.
    const bound = currentTracer()?.bind(callback) ?? callback;
    const begin = () => this.#connectAs(caller, { isLimited, isCounted }, bound);
    if (caller.share) caller.share.enter(begin);
    else begin();
    return undefined;
  }

  #connectAs(
    caller: Caller,
    { isLimited, isCounted }: { isLimited: boolean; isCounted: boolean },
    callback: Callback,
  ): void {
    const { seat, share, limitMs } = caller;
    const statements = isCounted ? this.#statements : undefined;
    const begin = () => {
      const problem = this.#watch?.problem;
      if (problem) {
        this.#queue.leave(seat);
        return fail(problem);
      }
      super.connect((error, client, done) => {
        if (client) {
          holders.set(client, caller);
          if (isLimited) {
            this.#limited.add(client);
            this.#limits.begin(client, limitMs ?? MAX_STATEMENT_MS);
          }
          if (statements) this.#counted.add(client);
        } else {
          share?.leave();
          statements?.leave(seat);
          this.#queue.leave(seat);
        }
        callback(error, client, done);
      });
    };
    const refuse = (error: Error) => {
      share?.leave();
      callback(error, undefined, () => undefined);
    };
    const fail = (error: Error) => {
      statements?.leave(seat);
      refuse(error);
    };
    if (statements) statements.enter(seat, () => this.#queue.enter(seat, begin, fail), refuse);
    else this.#queue.enter(seat, begin, fail);
  }

  #isCounted(isLong: boolean): boolean {
    if (!this.#statements) return false;
    if (isLong) return true;
    // Whoever waits for a statement holds no connection yet, and a transaction holds one without a statement.
    return this.#limit?.isForAll([...this.#queue.busySeats, ...this.#statements.busySeats]) ?? false;
  }
}

/** The internals of the driver that are needed to abort a statement with too many rows. */
interface Parts {
  readonly _activeQuery: { _canceledDueToError: unknown } | null;
  _handleDataRow(message: { length: number }): void;
}

class MeasuredClient extends pg.Client {
  constructor(config: SharedPoolConfig = {}) {
    super(config);
    config.watch?.add(this);
  }

  _handleDataRow(message: { length: number }): void {
    const driver = this as unknown as Parts;
    if (driver._activeQuery && holders.get(this)?.share?.isTooMuch(message.length))
      driver._activeQuery._canceledDueToError = new RowsTooLargeError();
    (pg.Client.prototype as unknown as Parts)._handleDataRow.call(this, message);
  }
}
