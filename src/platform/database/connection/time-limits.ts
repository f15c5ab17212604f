import type { PoolClient } from 'pg';

const EVERY_MS = 100;

interface Limited {
  readonly client: PoolClient;
  readonly until: number;
}

/**
 * Cancels statements that exceed their time limit. A timer per statement, or a setting in PostgreSQL, would
 * slow down every read, so one timer checks all of them.
 */
export class TimeLimits {
  readonly #cancel: (client: PoolClient) => Promise<unknown>;
  readonly #running = new Map<PoolClient, Limited>();
  #timer: NodeJS.Timeout | undefined;

  constructor(cancel: (client: PoolClient) => Promise<unknown>) {
    this.#cancel = cancel;
  }

  begin(client: PoolClient, ms: number): void {
    this.#running.set(client, { client, until: performance.now() + ms });
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS).unref();
  }

  end(client: PoolClient): void {
    this.#running.delete(client);
  }

  #look(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const now = performance.now();
    for (const { client, until } of this.#running.values()) if (now > until) this.#end(client);
  }

  /**
   * Waits for the cancel request to end before the connection is reused, or it would cancel the next
   * statement.
   */
  #end(client: PoolClient): void {
    this.#running.delete(client);
    const release = client.release;
    // If the request cannot be sent, the server ends the statement by its own limit.
    const cancelled = this.#cancel(client).catch(() => undefined);
    client.release = (error) => void cancelled.then(() => release(error));
  }
}
