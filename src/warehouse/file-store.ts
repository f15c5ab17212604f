import type { Readable } from 'node:stream';

/** Where fact files and finished reports live; a local directory now, an object store can follow. */
export interface FileStore {
  /** A fresh place for the engine to write to, seen by nobody until it is published. */
  draft(): Promise<string>;
  /** Makes a draft durable under a name; a name is written once. @returns its size in bytes. */
  publish(draft: string, name: string): Promise<number>;
  /** What the engine reads a published file by. */
  locate(name: string): string;
  /** Bytes from `start` to `end`, both inclusive. */
  read(name: string, range?: { start: number; end: number }): Readable;
  exists(name: string): Promise<boolean>;
  /** Removes a file or a draft; one that is gone already is fine. */
  remove(nameOrDraft: string): Promise<void>;
  /** Names under a folder, with the time of their last change. */
  list(folder: string): Promise<{ name: string; changedAt: Date }[]>;
}
