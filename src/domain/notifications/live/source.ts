import type { Pool } from 'pg';
import type { System } from '../../context.ts';
import { type AnyDomainError, isDomainError } from '../../errors.ts';
import { listen } from './listen.ts';
import { createSignal, type Signal } from './signal.ts';

/** Reads a state once for all followers of the same thing in this process. */
interface Source<State, Message> {
  readonly system: Pick<System, 'pool' | 'log'>;
  /** Identifies the source within the process. */
  readonly key: string;
  readonly channel: string;
  /**
   * Called at the beginning and after messages; an undefined message means that some may have been missed. With
   * `rereadAfterMs`, it is also called after that time. Followers are only resumed if the result is a new state;
   * returning `before` means no change.
   */
  read(
    before: State | undefined,
    messages: readonly (Message | undefined)[],
  ): Promise<{ readonly state: State; readonly rereadAfterMs?: number | undefined }>;
}

/**
 * The maximum number of messages that wait during a read. Beyond that they are replaced by one that says some were
 * missed.
 */
const MAX_MESSAGES = 100;
/** The pause after a failed read. Followers keep waiting while the database is unavailable. */
const RETRY_MS = 1_000;
/** How many followers resume in one turn of the event loop, so that other calls are answered between the turns. */
const AT_ONCE = 25;

/** The state that a follower got last. If it is removed, the next state is sent again, whether or not it changed. */
export interface LastSent<State> {
  last?: State | undefined;
}

/** A generator whose last value can be revoked if it was not passed on; the last state is then sent instead. */
export interface Revocable<T> extends AsyncGenerator<T> {
  takeBack(value: T): void;
}

export const isRevocable = (values: AsyncIterator<unknown>): values is Revocable<unknown> =>
  'takeBack' in values && typeof values.takeBack === 'function';

const feeds = new WeakMap<Pool, Map<string, unknown>>();

/**
 * Runs a generator that waits for a signal. While it waits, `return` has no effect, so this wrapper's `return` closes
 * the signal to end the wait.
 */
export function endableGenerator<T>(
  run: (signal: Signal) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T> {
  const signal = createSignal();
  const values = run(signal);
  const end = values.return.bind(values);
  return Object.assign(values, {
    return: () => {
      signal.close();
      return end();
    },
  });
}

/**
 * Yields the source's current state, then each new one. One reader of the database serves all followers of a key in
 * this process. A slow follower takes no memory, and continues with the newest state.
 */
export async function* states<State, Message>(
  source: Source<State, Message>,
  signal: Signal,
  lastSent: LastSent<State> = {},
): AsyncGenerator<State, void, undefined> {
  const ofPool = feeds.get(source.system.pool) ?? new Map<string, unknown>();
  feeds.set(source.system.pool, ofPool);
  let feed = ofPool.get(source.key) as Feed<State, Message> | undefined;
  if (!feed) {
    const fresh = new Feed(source, () => {
      if (ofPool.get(source.key) === fresh) ofPool.delete(source.key);
    });
    feed = fresh;
    ofPool.set(source.key, fresh);
  }
  feed.join(signal);
  try {
    await feed.opened;
    while (!signal.closed()) {
      const rung = signal.next();
      const { state, failure } = feed;
      if (failure !== undefined) throw failure;
      if (state !== lastSent.last) {
        lastSent.last = state;
        yield state as State;
      } else await rung;
    }
  } finally {
    feed.leave(signal);
  }
}

class Feed<State, Message> {
  readonly #source: Source<State, Message>;
  readonly #forget: () => void;
  readonly #followers = new Set<Signal>();
  readonly #wake = createSignal();
  #messages: (Message | undefined)[] = [];
  /** True if a read failed, so that the state lacks the messages that it should have processed. */
  #isBehind = false;
  state: State | undefined;
  /** The error of the domain that ended the source. */
  failure: AnyDomainError | undefined;
  /** Resolves with the first state. */
  readonly opened: Promise<void>;

  constructor(source: Source<State, Message>, forget: () => void) {
    this.#source = source;
    this.#forget = forget;
    this.opened = this.#open();
    // Followers await `opened` as well, so they get the error.
    this.opened.catch(forget);
  }

  join(signal: Signal): void {
    this.#followers.add(signal);
  }

  leave(signal: Signal): void {
    this.#followers.delete(signal);
    if (this.#followers.size > 0) return;
    this.#forget();
    this.#wake.close();
  }

  async #open(): Promise<void> {
    const { system, channel } = this.#source;
    const onMessage = (message: unknown) => {
      const isFull = this.#messages.length >= MAX_MESSAGES;
      this.#messages = isFull ? [undefined] : [...this.#messages, message as Message | undefined];
      this.#wake.notify();
    };
    const stop = await listen({ system, channel, onMessage });
    try {
      const { state, rereadAfterMs } = await this.#source.read(undefined, []);
      this.state = state;
      void this.#run(rereadAfterMs).finally(stop);
    } catch (error) {
      stop();
      throw error;
    }
  }

  async #run(firstRereadMs: number | undefined): Promise<void> {
    for (let rereadAfterMs = firstRereadMs; !this.#wake.closed(); ) {
      const rung = this.#wake.next();
      if (this.#messages.length === 0) {
        const timer = rereadAfterMs === undefined ? undefined : setTimeout(this.#wake.notify, rereadAfterMs);
        await rung;
        clearTimeout(timer);
        if (this.#wake.closed()) return;
      }
      rereadAfterMs = await this.#read();
    }
  }

  async #read(): Promise<number | undefined> {
    const messages = this.#isBehind ? [undefined, ...this.#messages] : this.#messages;
    this.#messages = [];
    this.#isBehind = true;
    try {
      const { state, rereadAfterMs } = await this.#source.read(this.state, messages);
      this.#isBehind = false;
      if (state !== this.state) {
        this.state = state;
        this.#notify([...this.#followers]);
      }
      return rereadAfterMs;
    } catch (error) {
      if (isDomainError(error) && error.code !== 'SERVICE_UNAVAILABLE') return this.#fail(error);
      this.#source.system.log.warn({ err: error, key: this.#source.key }, 'a live view could not be read');
      return RETRY_MS;
    }
  }

  #fail(error: AnyDomainError): undefined {
    this.failure = error;
    this.#forget();
    this.#wake.close();
    this.#notify([...this.#followers]);
  }

  #notify(followers: readonly Signal[]): void {
    for (const { notify } of followers.slice(0, AT_ONCE)) notify();
    if (followers.length > AT_ONCE) setImmediate(() => this.#notify(followers.slice(AT_ONCE)));
  }
}
