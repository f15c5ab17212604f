import pg from 'pg';
import { isFull } from './prepared-statements.ts';

/** The most statements that wait on the connection. */
const MAX = 64;
/** No statement joins others if the last answer took longer than this, or the next one already has. */
const JOIN_MS = 20;
/** When the first has waited for so long, all are given back: it may wait for a lock, or the server is gone. */
const STALL_MS = 100;

/** A connection that has several statements under way. Each is a transaction of its own. */
export class PipelinedConnection {
  readonly #client: pg.Client;
  #isUsable = true;
  /** When each waiting statement was sent. Answers come in the same order. */
  readonly #sent: number[] = [];
  /** How long the last statement waited. */
  #lastMs = 0;
  #isWatched = false;
  #isGathering = false;

  constructor(config: pg.ClientConfig) {
    // The server has the limit too: while it works, it does not notice that a connection was closed.
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

  /** Neither lost nor full of prepared statements. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Whether a statement would be answered soon. */
  hasRoom(): boolean {
    if (this.#sent.length === 0) return true;
    return this.#sent.length < MAX && this.#lastMs < JOIN_MS && this.#waitedMs() < JOIN_MS;
  }

  /** Undefined if it was not answered, for whatever reason. */
  async send<Row extends unknown[]>(
    query: pg.QueryArrayConfig,
  ): Promise<pg.QueryArrayResult<Row> | undefined> {
    this.#sent.push(performance.now());
    this.#watch();
    this.#gather();
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

  /** Answers what was sent before. */
  async close(): Promise<void> {
    await this.#client.end();
  }

  /** How long the first statement has waited. */
  #waitedMs(): number {
    const now = performance.now();
    return now - (this.#sent[0] ?? now);
  }

  /** Holds back what is written until the end of this turn of the event loop. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
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
    // What has arrived while this process was busy is read first.
    setTimeout(() => setImmediate(look), STALL_MS).unref();
  }
}
