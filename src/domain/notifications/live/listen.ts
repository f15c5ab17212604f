import type { Pool, PoolClient } from 'pg';
import { directPool } from '../../../platform/database/connection/client.ts';
import { LIVE } from '../../../platform/database/rows/publish.ts';
import type { System } from '../../context.ts';

/**
 * Called with a message's payload; with undefined if messages may have been missed, or if the message has no payload.
 */
type OnMessage = (payload: unknown) => void;

type Source = Pick<System, 'pool' | 'log' | 'redis'>;

const RETRY_MS = 200;
/** A connection can fail silently, so it is pinged at this interval, once per process, and must respond in time. */
const PING_INTERVAL_MS = 5_000;
const listeners = new WeakMap<Pool, Listener>();

/**
 * Calls `onMessage` for every message to `channel` that is published after the promise resolves, until the returned
 * function is called. All subscribers of a process share one connection, which is reopened when it is lost. Throws if
 * there is none yet and the database is unavailable; with `retries`, it is opened later instead, and `onMessage` is
 * then called with undefined.
 */
export function listen(options: {
  system: Source;
  channel: string;
  onMessage: OnMessage;
  retries?: boolean;
}): Promise<() => void> {
  const { system, channel, onMessage, retries = false } = options;
  const listener = listeners.get(system.pool) ?? new Listener(system);
  listeners.set(system.pool, listener);
  return listener.add(channel, onMessage, retries);
}

class Listener {
  readonly #source: Source;
  readonly #subscribers = new Map<string, Set<OnMessage>>();
  #connection: Promise<PoolClient> | undefined;
  #leaveRedis: (() => void) | undefined;
  /** Messages may have been lost with a connection; subscribers are notified of that on the next one. */
  #missed = false;

  constructor(source: Source) {
    this.#source = source;
  }

  async add(channel: string, onMessage: OnMessage, retries: boolean): Promise<() => void> {
    const set = this.#subscribers.get(channel) ?? new Set();
    this.#subscribers.set(channel, set.add(onMessage));
    this.#leaveRedis ??= this.#source.redis?.subscribe((message) => this.#onMessage(message));
    const remove = () => this.#remove(channel, onMessage);
    const connection = this.#connection ?? this.#connect();
    this.#connection = connection;
    try {
      await connection;
    } catch (error) {
      if (!retries) {
        remove();
        throw error;
      }
      if (this.#connection === connection) this.#connection = undefined;
      this.#missed = true;
      void this.#reconnect();
    }
    return remove;
  }

  #remove(channel: string, onMessage: OnMessage): void {
    const set = this.#subscribers.get(channel);
    if (!set?.delete(onMessage)) return;
    if (set.size === 0) this.#subscribers.delete(channel);
    if (this.#subscribers.size > 0) return;
    this.#leaveRedis?.();
    this.#leaveRedis = undefined;
    // Released with an error so that the pool closes it: a connection that listens must not serve other calls.
    this.#connection?.then((client) => client.release(true)).catch(() => undefined);
    this.#connection = undefined;
  }

  async #connect(): Promise<PoolClient> {
    const client = await directPool(this.#source.pool).connect();
    let seen = false;
    let timer: NodeJS.Timeout | undefined;
    // A broken connection emits `error` and then `end`.
    const lost = (error?: Error) => {
      clearInterval(timer);
      if (!seen) void this.#lost(client, error);
      seen = true;
    };
    client.once('error', lost).once('end', lost);
    client.on('notification', ({ payload }) => this.#onMessage(payload ?? '{}'));
    await client.query(`LISTEN ${LIVE}`).catch((error) => {
      client.release(true);
      throw error;
    });
    timer = setInterval(() => ping(client).catch(lost), PING_INTERVAL_MS).unref();
    if (this.#missed) this.#onMessage(undefined);
    this.#missed = false;
    return client;
  }

  /** Handles a message; undefined if some may have been missed. */
  #onMessage(text: string | undefined): void {
    if (text === undefined) {
      for (const set of this.#subscribers.values()) for (const onMessage of set) onMessage(undefined);
      return;
    }
    const message: { channel?: string; payload?: unknown } = JSON.parse(text);
    for (const onMessage of this.#subscribers.get(message.channel ?? '') ?? []) onMessage(message.payload);
  }

  async #lost(client: PoolClient, error: Error | undefined): Promise<void> {
    const connection = this.#connection;
    if ((await connection?.catch(() => undefined)) !== client) return;
    // The last subscriber has left in the meantime and released it. Releasing it twice would throw.
    if (this.#connection !== connection) return;
    this.#source.log.warn({ err: error }, 'lost the connection that receives notifications');
    client.release(true);
    this.#connection = undefined;
    this.#missed = true;
    await this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (this.#subscribers.size > 0 && !this.#connection) {
      const attempt = this.#connect();
      this.#connection = attempt;
      try {
        await attempt;
      } catch {
        if (this.#connection === attempt) this.#connection = undefined;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

/** Used as a ping, because repeating LISTEN changes nothing. */
const LISTEN = { text: `LISTEN ${LIVE}`, query_timeout: PING_INTERVAL_MS };
const ping = (client: PoolClient): Promise<unknown> => client.query(LISTEN);
