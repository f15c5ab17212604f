import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterCommit, closeWith, type Db, poolBeside } from '../../../platform/database/connection/client.ts';
import { liveMessage } from '../../../platform/database/rows/publish.ts';
import type { System } from '../../context.ts';
import { sendLive } from './send.ts';

type Source = Pick<System, 'pool' | 'log' | 'redis'>;

/** Messages within this time are sent in one statement, and duplicates only once. */
const EVERY_MS = 10;
const RETRY_MS = 200;

/**
 * Notifies every process's subscribers of `channel` after the transaction of `db` has committed, in a separate
 * statement: NOTIFY within the transaction would make the commits of all writes wait for each other. A process that
 * dies between the two sends nothing, so readers must also poll from time to time.
 */
export function notifyAfterCommit(
  system: Source & { readonly db: Db },
  message: { channel: string; payload?: unknown },
): void {
  afterCommit(system.db, () => notifierOf(system).notify(liveMessage(message)));
}

const notifiers = new WeakMap<Pool, Notifier>();

function notifierOf(system: Source): Notifier {
  const known = notifiers.get(system.pool) ?? new Notifier(system);
  notifiers.set(system.pool, known);
  return known;
}

/** Sends the messages of a process over its own connection, which no call waits for. */
class Notifier {
  readonly #source: Source;
  readonly #pool: Pool;
  readonly #waiting = new Set<string>();
  #sending: Promise<void> | undefined;
  #closing = false;

  constructor(source: Source) {
    this.#source = source;
    this.#pool = poolBeside(source.pool, { max: 1, application_name: 'flightline notify' });
    closeWith(source.pool, async () => {
      this.#closing = true;
      await this.#sending;
    });
  }

  notify(message: string): void {
    this.#waiting.add(message);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  /**
   * Sends until nothing waits. While the database is unavailable, nothing can be committed, so the queue does not grow.
   */
  async #sendAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const messages = [...this.#waiting];
      this.#waiting.clear();
      const isSent = await this.#send(messages);
      if (!isSent) for (const message of messages) this.#waiting.add(message);
      if (this.#closing && !isSent) return;
      if (!this.#closing) await sleep(isSent ? EVERY_MS : RETRY_MS);
    }
  }

  async #send(messages: readonly string[]): Promise<boolean> {
    try {
      await sendLive({ redis: this.#source.redis, pool: this.#pool }, messages);
      return true;
    } catch (error) {
      this.#source.log.warn({ err: error }, 'live views could not be notified of changes');
      return false;
    }
  }
}
