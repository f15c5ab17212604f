import pg from 'pg';
import { isFull } from './prepared-statements.ts';

/** The maximum number of statements that wait on the connection. */
const MAX = 64;
/**
 * No further statement is sent if the last result took longer than this, or the oldest waiting statement
 * has.
 */
const JOIN_MS = 20;
/**
 * When the first statement has waited this long, all are given up: it may wait for a lock, or the server is
 * gone.
 */
const STALL_MS = 100;

/** A connection that has several statements in flight. Each is a separate transaction. */
export class PipelinedConnection {
  readonly #client: pg.Client;
  #isUsable = true;
  /** When each waiting statement was sent. Results arrive in the same order. */
  readonly #sent: number[] = [];
  /** How long the last statement took. */
  #lastMs = 0;
  #isWatched = false;
  #isBuffering = false;

  constructor(config: pg.ClientConfig) {
    // The server needs the limit too: while it runs a statement, it does not notice that the connection was
    // closed.
    const limits = { statement_timeout: STALL_MS, query_timeout: 0 };
    this.#client = new pg.Client({ ...config, ...limits, pipeline: true });
    const lost = () => {
      this.#isUsable = false;
    };
    // Without a listener, losing the connection would end the process.
    this.#client.on('error', lost).on('end', lost);
  }

  async open(): Promise<void> {
    await this.#client.connect();
  }

  /** Whether the connection is open and has room for further prepared statements. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Returns whether a statement would get its result soon. */
  hasRoom(): boolean {
    if (this.#sent.length === 0) return true;
    return this.#sent.length < MAX && this.#lastMs < JOIN_MS && this.#waitedMs() < JOIN_MS;
  }

  /** Returns the rows, or undefined if no result arrived, for whatever reason. */
  async send<Row extends unknown[]>(
    query: pg.QueryArrayConfig,
  ): Promise<pg.QueryArrayResult<Row> | undefined> {
    this.#sent.push(performance.now());
    this.#watch();
    this.#bufferWrites();
    try {
      return await this.#client.query<Row>(query);
    } catch {
      return undefined;
    } finally {
      this.#lastMs = this.#waitedMs();
      this.#sent.shift();
      const { name, text } = query;
      if (isFull(this.#client, { name, text })) this.#isUsable = false;
    }
  }

  /** Waits for the results of statements that were already sent, then closes the connection. */
  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Returns how long the first statement has waited. */
  #waitedMs(): number {
    const now = performance.now();
    return now - (this.#sent[0] ?? now);
  }

  /** Buffers writes until the end of this turn of the event loop. */
  #bufferWrites(): void {
    if (this.#isBuffering) return;
    this.#isBuffering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    setImmediate(() => {
      this.#isBuffering = false;
      stream.uncork();
    });
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const look = () => {
      this.#isWatched = false;
      if (this.#sent.length === 0) return;
      if (this.#waitedMs() < STALL_MS) this.#watch();
      else this.#client.connection.stream.destroy();
    };
    // First read what arrived while this process was busy.
    setTimeout(() => setImmediate(look), STALL_MS).unref();
  }
}
