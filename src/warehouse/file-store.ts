import type { Readable } from 'node:stream';

/**
 * Where fact files and finished reports are stored: a directory of this machine, or a bucket of an object
 * store.
 */
export interface FileStore {
  /** The setting that configures it, for messages. */
  readonly setting: 'FLIGHTLINE_DATA_DIR' | 'FLIGHTLINE_FILES';
  /** Its location, as written in the setting. */
  readonly location: string;
  /** Returns a new local path for the engine to write to. It is not visible until it is published. */
  draft(): Promise<string>;
  /**
   * Makes a draft durable under a name. A name is written only once.
   * @returns its size in bytes
   */
  publish(draft: string, name: string): Promise<number>;
  /** Makes published files available as local paths until `work` is done. */
  use<T>(names: readonly string[], work: (paths: string[]) => Promise<T>): Promise<T>;
  /** Reads the bytes from `start` to `end`, both inclusive. */
  read(name: string, range?: ByteRange): Readable;
  exists(name: string): Promise<boolean>;
  /** Gives a file a second name. Returns false if the file does not exist. */
  copy(name: string, other: string): Promise<boolean>;
  /** Copies a file to a local path outside the store. */
  save(name: string, filePath: string): Promise<void>;
  /** Removes a file or a draft. Does nothing if it does not exist. */
  remove(nameOrDraft: string): Promise<void>;
  /** Removes a folder and its content. */
  removeAll(folder: string): Promise<void>;
  /**
   * Returns the names in a folder with the time of their last change. `drafts` contains those of this
   * machine.
   */
  list(folder: string): Promise<{ name: string; changedAt: Date }[]>;
  /** Returns the ID of the database that these files belong to, or undefined if they belong to none yet. */
  owner(): Promise<string | undefined>;
  setOwner(id: string): Promise<void>;
  /**
   * Returns a temporary address at which a browser can download the file. Undefined if the store has none.
   */
  link?(name: string, options: LinkOptions): Promise<string>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface LinkOptions {
  readonly lifeS: number;
  readonly contentType: string;
  readonly disposition: string;
}

/** The file store does not respond, or rejects the request. The operation may succeed later. */
export class FileStoreUnavailableError extends Error {
  override name = 'FileStoreUnavailableError';
}
