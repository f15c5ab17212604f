import type { PoolClient } from 'pg';

const EVERY_MS = 100;

interface Limited {
  readonly client: PoolClient;
  readonly until: number;
}

/**
 * Cancels statements that take longer than they may. A timer for each, or a setting in PostgreSQL, would cost every
 * read; all are looked at together.
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

  /** The connection must not serve another while it may still be told to cancel. */
  #end(client: PoolClient): void {
    this.#running.delete(client);
    const release = client.release;
    // A server that cannot be told ends the statement when its own time is over.
    const cancelled = this.#cancel(client).catch(() => undefined);
    client.release = (error) => void cancelled.then(() => release(error));
  }
}
