import { addAbortSignal } from 'node:stream';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { NETWORK_REASONS } from '../../platform/log/network-reasons.ts';
import { EngineLimitError, tooLong, tooMuchMemory } from '../engine.ts';
import {
  type ClickHouse,
  type ClickHouseAddress,
  type ClickHouseQuery,
  ClickHouseQueryError,
  ClickHouseUnavailableError,
} from './clickhouse.ts';

const MAX_CONNECTIONS = 8;
/**
 * The server ends a statement at its limit. The client stops waiting this much later, because the server
 * must be hanging.
 */
const GRACE_MS = 20_000;
/** A statement may take long. Meanwhile the server is pinged regularly, and must respond in time. */
const PING_INTERVAL_MS = 2_000;
const PING_TIMEOUT_MS = 4_000;
const TIMEOUT_EXCEEDED = 159;
const MEMORY_LIMIT_EXCEEDED = 241;

/** Problems that an operator can fix, by ClickHouse's error codes. */
const REASONS: Readonly<Record<number, string>> = {
  81: 'the database does not exist',
  192: 'the user is unknown',
  194: 'it requires a password',
  497: 'the user may not run the statements that are needed',
  516: 'the user or the password is wrong',
};

/** Returns the server at the address, without connecting yet. */
export function createHttpClickHouse(
  { url, username, password, database }: ClickHouseAddress,
  { timeoutMs }: { timeoutMs: number },
): ClickHouse {
  const client = createClient({
    url,
    username,
    password,
    database,
    application: 'flightline',
    max_open_connections: MAX_CONNECTIONS,
    request_timeout: timeoutMs + GRACE_MS,
    // Errors are thrown and logged where they are caught. The client would also write them to stderr.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: timeoutMs / 1000,
      // A file counts as copied once its rows are stored, so inserts must be synchronous.
      async_insert: 0,
      precise_float_parsing: 1,
    },
  });
  const withFailures = async <T>(
    send: (silence: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    const silence = watchSilence(url);
    try {
      return await send(signal ? AbortSignal.any([signal, silence.signal]) : silence.signal);
    } catch (error) {
      if (silence.signal.aborted)
        throw new ClickHouseUnavailableError('the server does not respond', { cause: error });
      throw signal?.aborted ? error : failureOf(error, timeoutMs);
    } finally {
      silence.end();
    }
  };

  return {
    location: `${new URL(url).host}/${database}`,
    run: async (query) =>
      void (await withFailures((abort_signal) => client.command({ ...paramsOf(query), abort_signal }))),
    rows: (query) =>
      withFailures(async (abort_signal) => {
        const found = await client.query({ ...paramsOf(query), abort_signal, format: 'JSONEachRow' });
        return found.json();
      }),
    insert: async (query, values) => {
      const { stream } = await withFailures((abort_signal) =>
        client.exec({ ...paramsOf(query), abort_signal, values }),
      );
      stream.resume();
    },
    read: async (query, { signal } = {}) => {
      const { stream } = await withFailures(
        (abort_signal) =>
          client.exec({
            ...paramsOf(query),
            abort_signal,
            clickhouse_settings: {
              // A currency without a rate has the value null, as in DuckDB.
              join_use_nulls: 1,
              // The statement contains the names of the report.
              max_query_size: String(query.sql.length * 4 + 1_000_000),
              // An error in the middle then becomes an error response instead of the end of the rows.
              wait_end_of_query: 1,
              cancel_http_readonly_queries_on_client_close: 1,
            },
          }),
        signal,
      );
      // A cancelled caller stops reading the rest, too.
      if (signal) addAbortSignal(signal, stream);
      const silence = watchSilence(url);
      silence.signal.addEventListener('abort', () =>
        stream.destroy(new ClickHouseUnavailableError('the server does not respond')),
      );
      return stream.once('close', silence.end);
    },
    answers: async () => {
      const { success } = await client.ping({ select: true });
      return success;
    },
    close: () => client.close(),
  };
}

/** Aborts when the server stops responding, until `end` is called. */
function watchSilence(url: string): { signal: AbortSignal; end: () => void } {
  const silent = new AbortController();
  // Uses separate connections: those of the client may all be busy with long statements.
  const ping = () =>
    fetch(new URL('/ping', url), { signal: AbortSignal.timeout(PING_TIMEOUT_MS) })
      .then((response) => response.body?.cancel())
      .then(wait, () => isOver || silent.abort());
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const wait = () => {
    if (!isOver) timer = setTimeout(ping, PING_INTERVAL_MS).unref();
  };
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  wait();
  return { signal: silent.signal, end };
}

const paramsOf = ({ sql, params }: ClickHouseQuery) => ({
  query: sql,
  ...(params && { query_params: { ...params } }),
});

/**
 * Returns an error with our own message. The server's message is only logged, and contains no credentials.
 */
function failureOf(error: unknown, timeoutMs: number): Error {
  if (error instanceof ClickHouseError) {
    const code = Number(error.code);
    if (code === TIMEOUT_EXCEEDED) return new EngineLimitError(tooLong(timeoutMs), { cause: error });
    if (code === MEMORY_LIMIT_EXCEEDED) return new EngineLimitError(tooMuchMemory(), { cause: error });
    const [said = ''] = error.message.split('\n', 1);
    const message = REASONS[code] ?? `ClickHouse: ${error.type ?? code}: ${said.slice(0, 500)}`;
    return new ClickHouseQueryError(message, { code, cause: error });
  }
  const { code = '', message } = error as { code?: string; message: string };
  return new ClickHouseUnavailableError(NETWORK_REASONS[code] ?? message, { cause: error });
}
