import type { Readable } from 'node:stream';
import type { Row } from '../engine.ts';

/** The server that has a copy of the facts, as the setting names it. */
export interface ClickHouseAddress {
  /** `http://host:8123`, without credentials. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

/** One statement; parameters stand in it as `{name:Type}`. */
export interface Question {
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A ClickHouse server. Each method fails with ClickHouseAway while it does not answer. */
export interface ClickHouse {
  /** Host, port and database, for messages. */
  readonly place: string;
  run(question: Question): Promise<void>;
  rows(question: Question): Promise<Row[]>;
  /** For an INSERT that ends with FORMAT. */
  insert(question: Question, data: Readable): Promise<void>;
  /** What a SELECT that ends with FORMAT answers. Fails with EngineLimitError beyond a limit of the server. */
  read(question: Question, options?: { signal?: AbortSignal | undefined }): Promise<Readable>;
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** The server does not answer, or refuses this service: what needs it may work later. */
export class ClickHouseAway extends Error {
  override name = 'ClickHouseAway';
}

/** The server refused a statement. */
export class ClickHouseRefusal extends Error {
  override name = 'ClickHouseRefusal';
  /** As in ClickHouse's list of error codes. */
  readonly code: number;

  constructor(message: string, { code, cause }: { code: number; cause?: unknown }) {
    super(message, { cause });
    this.code = code;
  }
}
