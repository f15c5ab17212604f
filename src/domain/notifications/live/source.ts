import type { Pool } from 'pg';
import type { System } from '../../context.ts';
import { type AnyDomainError, isDomainError } from '../../errors.ts';
import { listen } from './listen.ts';
import { createSignal, type Signal } from './signal.ts';

/** What is read for all who follow the same thing in this process. */
interface Source<State, Message> {
  readonly system: Pick<System, 'pool' | 'log'>;
  /** Names it within the process. */
  readonly key: string;
  readonly channel: string;
  /**
   * Reads at the beginning and after messages; one that is undefined says that some may have been missed. With
   * `againMs` it is called again after that time. Followers go on with a new state; `before` itself is not one.
   */
  read(
    before: State | undefined,
    messages: readonly (Message | undefined)[],
  ): Promise<{ readonly state: State; readonly againMs?: number | undefined }>;
}

/** Messages that may wait while one is read; beyond it they become one "some were missed". */
const MAX_MESSAGES = 100;
/** After a failed read: followers keep waiting while the database is away. */
const RETRY_MS = 1_000;
/** So many followers go on in one turn of the event loop; between the turns other calls are answered. */
const AT_ONCE = 25;

/** Of one follower: the state that it got last. Without it, the next one is told again, whether or not it changed. */
export interface LastSent<State> {
  last?: State | undefined;
}

/** Values of which one that was not passed on can be taken back: then the last state is told in its place. */
export interface Revocable<T> extends AsyncGenerator<T> {
  takeBack(value: T): void;
}

export const isRevocable = (values: AsyncIterator<unknown>): values is Revocable<unknown> =>
  'takeBack' in values && typeof values.takeBack === 'function';

const feeds = new WeakMap<Pool, Map<string, unknown>>();

/** A generator that waits for a bell does not hear `return`; this one's closes the bell, which lets it go. */
export function signalled<T>(run: (signal: Signal) => AsyncGenerator<T, void, undefined>): AsyncGenerator<T> {
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
 * The source's state now, then each time that it changed. One reader of the database serves all followers of a
 * key in this process. A follower that pauses costs nothing, and goes on with the newest state.
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
  /** A read failed, and what it was to take in is not in the state. */
  #isBehind = false;
  state: State | undefined;
  /** What the domain said when there was nothing to follow any more. */
  failure: AnyDomainError | undefined;
  /** Resolves once `state` is there. */
  readonly opened: Promise<void>;

  constructor(source: Source<State, Message>, forget: () => void) {
    this.#source = source;
    this.#forget = forget;
    this.opened = this.#open();
    // Whoever joined hears of it.
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
      this.#wake.ring();
    };
    const stop = await listen({ system, channel, onMessage });
    try {
      const { state, againMs } = await this.#source.read(undefined, []);
      this.state = state;
      void this.#run(againMs).finally(stop);
    } catch (error) {
      stop();
      throw error;
    }
  }

  async #run(firstAgainMs: number | undefined): Promise<void> {
    for (let againMs = firstAgainMs; !this.#wake.closed(); ) {
      const rung = this.#wake.next();
      if (this.#messages.length === 0) {
        const timer = againMs === undefined ? undefined : setTimeout(this.#wake.ring, againMs);
        await rung;
        clearTimeout(timer);
        if (this.#wake.closed()) return;
      }
      againMs = await this.#read();
    }
  }

  async #read(): Promise<number | undefined> {
    const messages = this.#isBehind ? [undefined, ...this.#messages] : this.#messages;
    this.#messages = [];
    this.#isBehind = true;
    try {
      const { state, againMs } = await this.#source.read(this.state, messages);
      this.#isBehind = false;
      if (state !== this.state) {
        this.state = state;
        this.#notify([...this.#followers]);
      }
      return againMs;
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
    for (const { ring } of followers.slice(0, AT_ONCE)) ring();
    if (followers.length > AT_ONCE) setImmediate(() => this.#notify(followers.slice(AT_ONCE)));
  }
}
