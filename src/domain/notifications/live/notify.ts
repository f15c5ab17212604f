import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterCommit, closeWith, type Db, poolBeside } from '../../../platform/database/connection/client.ts';
import { liveMessage } from '../../../platform/database/rows/publish.ts';
import type { System } from '../../context.ts';
import { sendLive } from './send.ts';

type Source = Pick<System, 'pool' | 'log' | 'redis'>;

/** What is told within this time is told together, and what is the same only once. */
const EVERY_MS = 10;
const RETRY_MS = 200;

/**
 * Tells every process's subscribers of `channel` once the transaction of `db` is committed, outside of it: in the
 * transaction, NOTIFY would make all writes of all processes commit one after the other. A process that dies
 * between the two tells nobody, so that readers must look again by themselves now and then.
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

/** The messages of a process, over a connection of its own that no call waits for. */
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

  /** Until nothing waits; while the database is away nothing is committed that would be added. */
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
      this.#source.log.warn({ err: error }, 'live views could not be told of changes');
      return false;
    }
  }
}
