/** A value to bind in a statement. A list is bound as a list of strings. */
export type Value = string | number | boolean | null | string[];

/**
 * A small table that is part of a job: names, rates, or the advertisers of a report. Text is converted to
 * the column's type.
 */
export interface Table {
  name: string;
  columns: { name: string; type: 'INTEGER' | 'VARCHAR' | 'DATE' | 'DOUBLE' }[];
  rows: (string | number | null)[][];
}

export interface Statement {
  sql: string;
  values?: Value[];
}

/** One unit of work: the tables are created first, then the statements run in order. */
export interface Job {
  tables?: Table[];
  statements: Statement[];
}

export type Row = Record<string, unknown>;

export interface RunOptions {
  /** Receives the progress, 0 to 100 percent. Each statement counts the same. */
  onProgress?: (percent: number) => void;
  /** Cancels the job, which then fails. */
  signal?: AbortSignal;
}

/** Runs jobs on the analytical engine, each in a separate database that is dropped afterwards. */
export interface Engine {
  /** @returns the rows of the last statement. 64-bit and decimal numbers are strings. */
  run(job: Job, options?: RunOptions): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * The engine failed or rejected a statement. `message` is the engine's own and is never shown to partners.
 */
export class EngineError extends Error {
  override name = 'EngineError';
}

/** A job exceeded its time or memory limit. `message` may be shown to partners. */
export class EngineLimitError extends Error {
  override name = 'EngineLimitError';
}

export const tooLong = (ms: number): string =>
  `The report took longer than ${ms / 1000} s. Use a filter, fewer dimensions or a longer interval.`;

/** Returns the message. Omit `mb` if the limit is set by another system and unknown. */
export const tooMuchMemory = (mb?: number): string =>
  `The report needed ${mb === undefined ? 'too much' : `more than ${mb} MB of`} memory. Use a filter, fewer dimensions or a longer interval.`;
