import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientBase, escapeLiteral, type Pool, type QueryConfig, type QueryResult } from 'pg';
import { isRefused, UncertainCommitError } from '../errors.ts';
import { passGate } from './transaction-gate.ts';

/** Identifies a transaction, so that its outcome can be queried on any connection. */
export interface TransactionId {
  /** Null if the transaction wrote nothing. */
  readonly xid: string | null;
  /**
   * Identifies the server: after crash recovery, or on another server, the same xid may be another
   * transaction's.
   */
  readonly server: string;
}

/** Runs one statement on a connection other than the transaction's. */
export type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** Thrown when a statement of the transaction had failed: PostgreSQL answers COMMIT with ROLLBACK. */
class RolledBackError extends Error {
  override name = 'RolledBackError';
}

/** How long to query the outcome of a transaction, in total and per attempt. */
const POLL_MS = 5_000;
const TRY_TIMEOUT_MS = 2_000;
/** The maximum time for a COMMIT and the queries after it, unless the COMMIT itself took most of it. */
const COMMIT_AND_POLL_MS = 7_000;
const POLL_INTERVAL_MS = 50;
/**
 * The reset time of the statistics changes with each crash recovery, while the start time of the server
 * does not.
 */
const SERVER = `concat_ws(' ', date_part('epoch', pg_postmaster_start_time()),
  date_part('epoch', pg_stat_get_bgwriter_stat_reset_time())) AS server`;

/** The server of each connection, which never changes. */
const servers = new WeakMap<ClientBase, string>();

/** Settings of PostgreSQL that hold until the transaction ends, by name. */
export type Settings = Readonly<Record<string, string>>;

/** Begins a transaction and returns its ID in one round trip, for transactions that always write. */
export async function begin(client: ClientBase, pool: Pool, settings: Settings = {}): Promise<TransactionId> {
  const server = servers.get(client);
  // After the gate, which has a limit of its own.
  const set = Object.entries(settings)
    .map(([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true), `)
    .join('');
  const what = `${passGate(pool)}${set}pg_current_xact_id()::text AS xid${server === undefined ? `, ${SERVER}` : ''}`;
  const results = (await client.query(`BEGIN; SELECT ${what}`)) as unknown as QueryResult<TransactionId>[];
  const row = results.at(-1)?.rows[0];
  const id = { xid: row?.xid ?? null, server: server ?? row?.server ?? '' };
  servers.set(client, id.server);
  return id;
}

/** Returns the ID of the transaction, before it ends. */
export async function identify(client: ClientBase): Promise<TransactionId> {
  const { rows } = await client.query<TransactionId>(
    `SELECT pg_current_xact_id_if_assigned()::text AS xid, ${SERVER}`,
  );
  return rows[0] ?? { xid: null, server: '' };
}

/**
 * Commits. If the response is lost, queries whether the transaction was committed: returns if it was, and
 * throws the original error if it was not.
 * @throws UncertainCommitError if that cannot be determined
 */
export async function commit(options: {
  client: ClientBase;
  id: TransactionId;
  query: Query;
  /** Rejects when the wait for the response is over. */
  expired?: Promise<never> | undefined;
  /** Releases the connection, before another one is used. */
  leave: (isBroken: boolean) => void;
}): Promise<void> {
  const { client, id, query, expired, leave } = options;
  const begun = performance.now();
  try {
    const answer = client.query('COMMIT');
    checkCommitted(await (expired ? Promise.race([answer, expired]) : answer));
    leave(false);
  } catch (error) {
    const isDefinite = error instanceof RolledBackError || isRefused(error);
    leave(!isDefinite);
    if (isDefinite) throw error;
    const outcome = id.xid === null ? 'committed' : await outcomeOf(id, query, begun);
    if (outcome === 'committed') return;
    throw outcome === 'aborted' ? error : new UncertainCommitError({ cause: error });
  }
}

/** Throws RolledBackError if the response to a COMMIT is a rollback. */
export function checkCommitted({ command }: Pick<QueryResult, 'command'>): void {
  if (command !== 'COMMIT')
    throw new RolledBackError('The transaction was rolled back, since one of its statements had failed.');
}

/** Queries on connections of the pool. Some of these may be broken, too. */
export const queryPool =
  (pool: Pool): Query =>
  async (text, values) => {
    // The driver also accepts a timeout per statement, which its types do not declare.
    const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: TRY_TIMEOUT_MS };
    return (await pool.query<Record<string, unknown>>(config)).rows;
  };

async function outcomeOf(
  { xid, server }: TransactionId,
  query: Query,
  begun: number,
): Promise<'committed' | 'aborted' | undefined> {
  const now = performance.now();
  const deadline = Math.min(now + POLL_MS, Math.max(now + TRY_TIMEOUT_MS, begun + COMMIT_AND_POLL_MS));
  for (; ; await sleep(POLL_INTERVAL_MS)) {
    const rows = await query(`SELECT pg_xact_status($1::text::xid8) AS status, ${SERVER}`, [xid]).catch(
      () => undefined,
    );
    const { status } = rows?.[0] ?? {};
    if (rows && rows[0]?.server !== server) return undefined;
    if (status === 'committed' || status === 'aborted') return status;
    if (performance.now() > deadline) return undefined;
  }
}
