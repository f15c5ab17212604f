/** What a statement may be given; a list is bound as a list of text. */
export type Value = string | number | boolean | null | string[];

/** A small table that a job brings along: names, rates, the advertisers it may see. Text becomes the column's type. */
export interface Table {
  name: string;
  columns: { name: string; type: 'INTEGER' | 'VARCHAR' | 'DATE' | 'DOUBLE' }[];
  rows: (string | number | null)[][];
}

export interface Statement {
  sql: string;
  values?: Value[];
}

/** One unit of work: the tables are made first, then the statements run in order. */
export interface Job {
  tables?: Table[];
  statements: Statement[];
}

export type Row = Record<string, unknown>;

export interface RunOptions {
  /** Percent done, 0 to 100; each statement counts the same. */
  onProgress?: (percent: number) => void;
  /** Ends the job, which fails then. */
  signal?: AbortSignal;
}

/** Runs jobs on the analytical engine, each in a database of its own that is gone afterwards. */
export interface Engine {
  /** @returns the rows of the last statement; 64-bit and decimal numbers are text. */
  run(job: Job, options?: RunOptions): Promise<Row[]>;
  close(): Promise<void>;
}

/** The engine refused or broke; `message` is the engine's own and is never shown to partners. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/** A job went over its time or memory limit; `message` is fit to be shown. */
export class EngineLimitError extends Error {
  override name = 'EngineLimitError';
}

export const tooLong = (ms: number): string =>
  `The report took longer than ${ms / 1000} s. Use a filter, fewer dimensions or a longer interval.`;

/** Without `mb`, the limit is another's and unknown. */
export const tooMuchMemory = (mb?: number): string =>
  `The report needed ${mb === undefined ? 'too much' : `more than ${mb} MB of`} memory. Use a filter, fewer dimensions or a longer interval.`;
