import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { currentTracer } from '../tracing/span.ts';
import { AnswerTooLarge } from './errors.ts';

/** The most connections that one request can hold at a time, out of the sixteen that all requests share. */
const CONNECTIONS = 4;
/** The most bytes of rows that one request can read. The limit of a response is lower. */
const BYTES = 64 * 1024 * 1024;

/**
 * One request's share of the database. Reads hold a connection for one statement and the mutations of a request
 * run one after the other, so that nothing which holds one waits for more than this leaves.
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

  /** Adds to the bytes read and returns whether there are too many. */
  isTooMuch(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes > BYTES;
  }
}

const shares = new AsyncLocalStorage<Share>();
const holders = new WeakMap<object, Share>();

/** Runs `work` as one request with its own share of the database. Other code is not limited. */
export function withinShare<T>(work: () => T): T {
  return shares.run(new Share(), work);
}

type Callback = Parameters<pg.Pool['connect']>[0];

/** A pool that gives each request at most its share of connections. */
export class SharedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: MeasuredClient });
    this.on('release', (_error, client) => {
      const share = holders.get(client);
      holders.delete(client);
      share?.leave();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    const share = shares.getStore();
    // The callback runs in the context of the call that releases a connection.
    const bound = currentTracer()?.bind(callback) ?? callback;
    if (share) this.#connectWithin(share, bound);
    else super.connect(bound);
    return undefined;
  }

  #connectWithin(share: Share, callback: Callback): void {
    share.enter(() =>
      super.connect((error, client, done) => {
        if (client) holders.set(client, share);
        else share.leave();
        callback(error, client, done);
      }),
    );
  }
}

/** The internals of the driver that are needed to abort a statement with too many rows. */
interface Parts {
  readonly _activeQuery: { _canceledDueToError: unknown } | null;
  _handleDataRow(message: { length: number }): void;
}

class MeasuredClient extends pg.Client {
  _handleDataRow(message: { length: number }): void {
    const driver = this as unknown as Parts;
    if (driver._activeQuery && holders.get(this)?.isTooMuch(message.length))
      driver._activeQuery._canceledDueToError = new AnswerTooLarge();
    (pg.Client.prototype as unknown as Parts)._handleDataRow.call(this, message);
  }
}
