import type pg from 'pg';
import { PipelinedConnection } from './pipelined-connection.ts';

/** Connections are not opened more often, whatever became of the last one. */
const PAUSE_MS = 10_000;

/**
 * A connection that small reads of many requests share (docs/adr/0020). Those that come in one turn of the event loop
 * go out in one write, and their answers come back in few: writes and reads of sockets are the larger part of what a
 * small read costs.
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
   * Runs a statement that reads little. Undefined if it was not answered soon, for whatever reason: the caller runs it
   * on a connection of its own, and learns there what is wrong.
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

  /** Answers what was sent before. */
  async close(): Promise<void> {
    this.#opensAt = Number.POSITIVE_INFINITY;
    await this.#opening;
    await this.#connection?.close();
  }

  /** Nobody waits for another connection. */
  #replace(): void {
    const now = performance.now();
    if (now < this.#opensAt) return;
    this.#opensAt = now + PAUSE_MS;
    void this.#connection?.close();
    this.#opening = this.#open();
  }

  async #open(): Promise<void> {
    const connection = new PipelinedConnection(this.#config);
    // A server that cannot be reached is asked again after the pause.
    this.#connection = await connection.open().then(
      () => connection,
      () => undefined,
    );
  }
}
