import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { DuckDBInstance, listValue } from '@duckdb/node-api';
import {
  type Engine,
  EngineError,
  type Job,
  type Row,
  type RunOptions,
  type Table,
  type Value,
} from '../engine.ts';

export interface DuckDbSettings {
  memoryMb: number;
  threads: number;
  /** The directory for sorts and groups that exceed the memory. */
  tempDir: string;
  /**
   * Reuses the engine for the next job, one at a time: opening and closing one takes longer than a small
   * report.
   */
  keep?: boolean;
}

const PROGRESS_EVERY_MS = 250;

/** DuckDB measures the progress of a statement only if its progress bar is enabled. */
const PREPARE = `SET TimeZone = 'UTC'; SET enable_progress_bar = true; SET enable_progress_bar_print = false;
ATTACH ':memory:' AS job; USE job`;

/**
 * Returns DuckDB in this process, in memory: no database file is locked, so any number of engines may read
 * the same facts.
 */
export function createDuckDbEngine(settings: DuckDbSettings): Engine {
  let reusable = settings.keep ? open(settings) : undefined;

  return {
    run: async (job, options = {}) => {
      const instance = await (reusable ?? open(settings));
      let failed = true;
      try {
        const rows = await withConnection(instance, (connection) => runJob(connection, job, options));
        failed = false;
        return rows;
      } finally {
        if (!reusable || failed) instance.closeSync();
        // An error can leave the engine unusable for another job.
        if (reusable && failed) reusable = open(settings);
      }
    },
    close: async () => {},
  };
}

function open(settings: DuckDbSettings): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', {
    memory_limit: `${settings.memoryMb}MB`,
    threads: String(settings.threads),
    temp_directory: settings.tempDir,
    autoinstall_known_extensions: 'false',
    // Returns the memory of a large job to the system when it is done.
    allocator_background_threads: 'true',
  });
}

/** Runs each job in a separate database, which is dropped afterwards. */
async function withConnection<T>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    await connection.run(PREPARE);
    const result = await work(connection);
    await connection.run('USE memory; DETACH job');
    return result;
  } catch (error) {
    throw new EngineError(error instanceof Error ? error.message : String(error));
  } finally {
    connection.closeSync();
  }
}

async function runJob(connection: DuckDBConnection, job: Job, options: RunOptions): Promise<Row[]> {
  for (const table of job.tables ?? []) await createTable(connection, table);
  let done = 0;
  const interrupt = () => connection.interrupt();
  options.signal?.addEventListener('abort', interrupt, { once: true });
  const timer =
    options.onProgress &&
    reportProgress(connection, (share) =>
      options.onProgress?.(percentOf((done + share) / job.statements.length)),
    );
  try {
    let rows: Row[] = [];
    for (const statement of job.statements) {
      const reader = await connection.runAndReadAll(statement.sql, statement.values?.map(toDuckDb));
      rows = reader.getRowObjectsJson();
      done += 1;
    }
    return rows;
  } finally {
    clearInterval(timer);
    options.signal?.removeEventListener('abort', interrupt);
  }
}

/** Reports which share of the running statement is done, from 0 to 1. */
function reportProgress(connection: DuckDBConnection, onProgress: (share: number) => void): NodeJS.Timeout {
  return setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage >= 0) onProgress(percentage / 100);
  }, PROGRESS_EVERY_MS);
}

const percentOf = (share: number) => Math.min(100, Math.floor(share * 100));

async function createTable(connection: DuckDBConnection, table: Table): Promise<void> {
  const columns = table.columns.map((column) => `${column.name} ${column.type}`);
  await connection.run(`CREATE TABLE ${table.name} (${columns.join(', ')})`);
  const appender = await connection.createAppender(table.name);
  for (const row of table.rows) {
    for (const value of row) {
      if (value === null) appender.appendNull();
      else if (typeof value === 'number') appender.appendInteger(value);
      else appender.appendVarchar(value);
    }
    appender.endRow();
  }
  appender.closeSync();
}

function toDuckDb(value: Value): DuckDBValue {
  return Array.isArray(value) ? listValue(value) : value;
}
