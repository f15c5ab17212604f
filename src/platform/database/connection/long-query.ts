import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** The longest that a timer can wait, some 24 days. */
const FOREVER_MS = 2_147_483_647;

/**
 * Sends a statement that may run longer than those of requests. The caller sets the server's own
 * `statement_timeout`; `ms` is when the connection is given up should the server not keep to it.
 */
export function longQuery<Row extends QueryResultRow>(
  client: Pick<PoolClient, 'query'>,
  { text, values = [], ms = FOREVER_MS }: { text: string; values?: unknown[]; ms?: number },
): Promise<QueryResult<Row>> {
  // The driver takes its own timeout for each statement too, which its types do not say.
  const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: ms };
  return client.query<Row>(config);
}
