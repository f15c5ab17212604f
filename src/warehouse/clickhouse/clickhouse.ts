import type { Readable } from 'node:stream';
import type { Row } from '../engine.ts';

/** The address of the server that stores a copy of the facts, from the setting. */
export interface ClickHouseAddress {
  /** `http://host:8123`, without credentials. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

/** A statement. Its parameters are written as `{name:Type}`. */
export interface ClickHouseQuery {
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A ClickHouse server. Each method throws ClickHouseUnavailableError while the server does not respond. */
export interface ClickHouse {
  /** Host, port and database, for messages. */
  readonly location: string;
  run(query: ClickHouseQuery): Promise<void>;
  rows(query: ClickHouseQuery): Promise<Row[]>;
  /** Runs an INSERT that ends with FORMAT. */
  insert(query: ClickHouseQuery, data: Readable): Promise<void>;
  /**
   * Returns the output of a SELECT that ends with FORMAT. Throws EngineLimitError if it exceeds a limit of
   * the server.
   */
  read(query: ClickHouseQuery, options?: { signal?: AbortSignal | undefined }): Promise<Readable>;
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** The server does not respond, or rejects the login of this service. The operation may succeed later. */
export class ClickHouseUnavailableError extends Error {
  override name = 'ClickHouseUnavailableError';
}

/** The server rejected a statement. */
export class ClickHouseQueryError extends Error {
  override name = 'ClickHouseQueryError';
  /** A code of ClickHouse's list of errors. */
  readonly code: number;

  constructor(message: string, { code, cause }: { code: number; cause?: unknown }) {
    super(message, { cause });
    this.code = code;
  }
}
