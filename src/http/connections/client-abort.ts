import type { ServerResponse } from 'node:http';
import type { AbortSource } from '../../platform/process/abort-source.ts';

/**
 * Signals that a caller disconnected before its response ended. Every request needs this, and an AbortSignal takes 15
 * µs.
 */
export class ClientAbort implements AbortSource {
  aborted: boolean;
  readonly #response: ServerResponse;
  readonly #listeners = new Set<() => void>();
  readonly #whenOver: (() => void)[] = [];

  constructor(response: ServerResponse) {
    this.#response = response;
    // The caller may have disconnected before: `close` is only emitted once.
    this.aborted = response.destroyed && !response.writableFinished;
    response.once('close', () => {
      for (const listener of this.#whenOver.splice(0)) listener();
      if (response.writableFinished) return;
      this.aborted = true;
      for (const listener of this.#listeners) listener();
    });
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Calls `listener` when the response is over, in whichever way; at once if it is. */
  whenOver(listener: () => void): void {
    const { destroyed, writableFinished } = this.#response;
    if (destroyed || writableFinished) listener();
    else this.#whenOver.push(listener);
  }
}
