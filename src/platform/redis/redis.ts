import type { Logger } from 'pino';
import type { ScriptName } from './scripts.ts';

/** State that all processes share and that may be lost: quotas, rate windows, and messages to live views. */
export interface Redis {
  /** Runs a script, in one round trip. Throws `unavailable` while Redis does not answer. */
  run(script: ScriptName, key: string, args: readonly (string | number)[]): Promise<unknown>;
  /** Throws `unavailable` while Redis does not answer. */
  publish(message: string): Promise<void>;
  /**
   * Subscribes to messages. Receives undefined after each new connection, since messages may have been
   * missed before it.
   */
  subscribe(onMessage: OnMessage): () => void;
  /** Writes a key, as quotas do. Throws `unavailable` where Redis does not answer or does not write. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** Receives a message, or undefined if some may have been missed. */
export type OnMessage = (message: string | undefined) => void;

export interface RedisOptions {
  readonly url: string;
  /** The prefix of keys and channels, which separates installations that share a Redis. */
  readonly prefix: string;
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Makes the error of a call that Redis does not answer. */
  readonly unavailable: () => Error;
}
