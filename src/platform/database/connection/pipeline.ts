import type pg from 'pg';
import { PipelinedConnection } from './pipelined-connection.ts';

/** The shortest time between two attempts to connect, even if the last one succeeded. */
const PAUSE_MS = 10_000;

/**
 * A connection that small reads of many requests share (docs/adr/0020). Statements of one turn of the event
 * loop are sent in one write, and their results arrive in few reads. Socket reads and writes are most of
 * the cost of a small read.
 */
export class Pipeline {
  readonly #config: pg.ClientConfig;
  #connection: PipelinedConnection | undefined;
  #opening: Promise<void> | undefined;
  #opensAt = 0;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /**
   * Runs a statement that reads little. Returns undefined if no result arrives soon, for whatever reason.
   * The caller then runs it on its own connection, and gets the error there.
   */
  async ask<Row extends unknown[]>(
    query: pg.QueryArrayConfig,
  ): Promise<pg.QueryArrayResult<Row> | undefined> {
    const connection = this.#connection;
    if (!connection?.isUsable) {
      this.#replace();
      return undefined;
    }
    return connection.hasRoom() ? connection.send<Row>(query) : undefined;
  }

  /** Waits for the results of statements that were already sent, then closes the connection. */
  async close(): Promise<void> {
    this.#opensAt = Number.POSITIVE_INFINITY;
    await this.#opening;
    await this.#connection?.close();
  }

  /** Replaces the connection in the background. No caller waits for it. */
  #replace(): void {
    const now = performance.now();
    if (now < this.#opensAt) return;
    this.#opensAt = now + PAUSE_MS;
    void this.#connection?.close();
    this.#opening = this.#open();
  }

  async #open(): Promise<void> {
    const connection = new PipelinedConnection(this.#config);
    // If the server cannot be reached, the next attempt is made after the pause.
    this.#connection = await connection.open().then(
      () => connection,
      () => undefined,
    );
  }
}
