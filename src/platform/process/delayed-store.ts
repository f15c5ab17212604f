import type { Logger } from 'pino';

interface Options {
  readonly log: Logger;
  /** How long after the first of several things they are stored. */
  readonly afterMs: number;
  readonly store: () => Promise<void>;
  /** What the log says if that fails. */
  readonly failure: string;
}

/**
 * Stores what a process has collected, for several calls at once, so that none of them waits for it. What was not stored
 * is lost if that fails or the process crashes.
 */
export class DelayedStore {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** To be called whenever there is something to store. */
  later(): void {
    this.#timer ??= setTimeout(() => void this.now(), this.#options.afterMs).unref();
  }

  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { log, store, failure } = this.#options;
    try {
      await store();
    } catch (error) {
      log.debug({ err: error }, failure);
    }
  }
}
