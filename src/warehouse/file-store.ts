import type { Readable } from 'node:stream';

/** Where fact files and finished reports live: a directory of this machine, or a bucket of an object store. */
export interface FileStore {
  /** The setting that names it, for messages. */
  readonly setting: 'FLIGHTLINE_DATA_DIR' | 'FLIGHTLINE_FILES';
  /** Where it is, in the words of that setting. */
  readonly place: string;
  /** A new local path for the engine to write to. It is not visible until it is published. */
  draft(): Promise<string>;
  /** Makes a draft durable under a name; a name is written once. @returns its size in bytes. */
  publish(draft: string, name: string): Promise<number>;
  /** Hands published files to the engine, as places on this machine that stay until `work` is done. */
  use<T>(names: readonly string[], work: (places: string[]) => Promise<T>): Promise<T>;
  /** Bytes from `start` to `end`, both inclusive. */
  read(name: string, range?: ByteRange): Readable;
  exists(name: string): Promise<boolean>;
  /** Gives a file a second name; false if there is no such file. */
  copy(name: string, other: string): Promise<boolean>;
  /** Puts a file to a place on this machine outside of the store. */
  save(name: string, place: string): Promise<void>;
  /** Removes a file or a draft; one that is gone already is fine. */
  remove(nameOrDraft: string): Promise<void>;
  /** Removes a folder with all that is in it. */
  removeAll(folder: string): Promise<void>;
  /** Names under a folder, with the time of their last change; `drafts` are those of this machine. */
  list(folder: string): Promise<{ name: string; changedAt: Date }[]>;
  /** The database that these files belong to; undefined if they belong to none yet. */
  owner(): Promise<string | undefined>;
  setOwner(id: string): Promise<void>;
  /** An address from which a browser gets the file itself, for some time; undefined if there is none. */
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

/** The file store does not answer, or refuses: what needs it may work later. */
export class FilesAway extends Error {
  override name = 'FilesAway';
}
