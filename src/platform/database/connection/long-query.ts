import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** The longest delay that a timer supports, about 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Sends a statement that may run longer than those of requests. The caller sets `statement_timeout` on the
 * server. `ms` is when the client closes the connection in case the server does not enforce that limit.
 */
export function longQuery<Row extends QueryResultRow>(
  client: Pick<PoolClient, 'query'>,
  { text, values = [], ms = MAX_TIMER_MS }: { text: string; values?: unknown[]; ms?: number },
): Promise<QueryResult<Row>> {
  // The driver also accepts a timeout per statement, which its types do not declare.
  const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: ms };
  return client.query<Row>(config);
}
