import type { ServerResponse } from 'node:http';
import type { AbortSource } from '../../platform/process/abort-source.ts';

/**
 * Signals that a caller disconnected before its response ended. Every request needs this, and an AbortSignal takes 15
 * µs.
 */
export class ClientAbort implements AbortSource {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  constructor(response: ServerResponse) {
    response.once('close', () => {
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
}
