import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { NETWORK_REASONS } from '../../network-reasons.ts';
import { EngineLimitError, tooLong, tooMuchMemory } from '../engine.ts';
import {
  type ClickHouse,
  type ClickHouseAddress,
  ClickHouseAway,
  ClickHouseRefusal,
  type Question,
} from './clickhouse.ts';

const MOST_CONNECTIONS = 8;
/** The server ends a statement at its limit; who waits much longer waits for a server that hangs. */
const GRACE_MS = 20_000;
const TIMEOUT_EXCEEDED = 159;
const MEMORY_LIMIT_EXCEEDED = 241;

/** What an operator can mend, by ClickHouse's error codes. */
const REASONS: Readonly<Record<number, string>> = {
  81: 'the database does not exist',
  192: 'the user is unknown',
  194: 'it requires a password',
  497: 'the user may not run the statements that are needed',
  516: 'the user or the password is wrong',
};

/** The server at the address; nothing is asked of it yet. */
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
    max_open_connections: MOST_CONNECTIONS,
    request_timeout: timeoutMs + GRACE_MS,
    // What fails is thrown, and logged where it is caught; the client's own lines would be written to stderr.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: timeoutMs / 1000,
      // A file counts as copied once its rows are stored.
      async_insert: 0,
      precise_float_parsing: 1,
    },
  });
  const asked = async <T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw signal?.aborted ? error : failureOf(error, timeoutMs);
    }
  };

  return {
    place: `${new URL(url).host}/${database}`,
    run: async (question) => void (await asked(client.command(paramsOf(question)))),
    rows: async (question) => {
      const found = await asked(client.query({ ...paramsOf(question), format: 'JSONEachRow' }));
      return asked(found.json());
    },
    insert: async (question, values) => {
      const { stream } = await asked(client.exec({ ...paramsOf(question), values }));
      stream.resume();
    },
    read: async (question, { signal } = {}) => {
      const { stream } = await asked(
        client.exec({
          ...paramsOf(question),
          ...(signal && { abort_signal: signal }),
          clickhouse_settings: {
            // A currency without a rate has no value, as in DuckDB.
            join_use_nulls: 1,
            // Names come with the statement.
            max_query_size: String(question.sql.length * 4 + 1_000_000),
            // An error in the middle is then an answer of its own, and not an end of the rows.
            wait_end_of_query: 1,
            cancel_http_readonly_queries_on_client_close: 1,
          },
        }),
        signal,
      );
      return stream;
    },
    answers: async () => {
      const { success } = await client.ping({ select: true });
      return success;
    },
    close: () => client.close(),
  };
}

const paramsOf = ({ sql, params }: Question) => ({
  query: sql,
  ...(params && { query_params: { ...params } }),
});

/** The error in our words; the server's own message is for the log, and has no credentials. */
function failureOf(error: unknown, timeoutMs: number): Error {
  if (error instanceof ClickHouseError) {
    const code = Number(error.code);
    if (code === TIMEOUT_EXCEEDED) return new EngineLimitError(tooLong(timeoutMs), { cause: error });
    if (code === MEMORY_LIMIT_EXCEEDED) return new EngineLimitError(tooMuchMemory(), { cause: error });
    const [said = ''] = error.message.split('\n', 1);
    const message = REASONS[code] ?? `ClickHouse: ${error.type ?? code}: ${said.slice(0, 500)}`;
    return new ClickHouseRefusal(message, { code, cause: error });
  }
  const { code = '', message } = error as { code?: string; message: string };
  return new ClickHouseAway(NETWORK_REASONS[code] ?? message, { cause: error });
}
