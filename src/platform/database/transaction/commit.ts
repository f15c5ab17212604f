import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, QueryConfig, QueryResult } from 'pg';
import { isRefused, UncertainCommit } from '../errors.ts';
import { passGate } from './transaction-gate.ts';

/** By which any connection learns what became of a transaction. */
export interface TransactionId {
  /** Null if it wrote nothing. */
  readonly xid: string | null;
  /** A server that recovered from a crash, or another one, may give the same xid to another transaction. */
  readonly server: string;
}

/** Runs one statement on a connection other than that of the transaction. */
export type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** A transaction in which a statement had failed: PostgreSQL answers COMMIT with ROLLBACK. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

/** How long the database is asked what became of a transaction, and each time at most. */
const ASK_MS = 5_000;
const ASK_TIMEOUT_MS = 2_000;
/** A caller waits for a COMMIT and the questions after it no longer than this, unless the COMMIT itself took most of it. */
const COMMIT_AND_ASK_MS = 7_000;
const ASK_EVERY_MS = 50;
/** Statistics begin anew with each recovery from a crash, after which the start of the server stays the same. */
const SERVER = `concat_ws(' ', date_part('epoch', pg_postmaster_start_time()),
  date_part('epoch', pg_stat_get_bgwriter_stat_reset_time())) AS server`;

/** A connection stays with its server. */
const servers = new WeakMap<ClientBase, string>();

/** Begins a transaction and names it in one round trip, for those that are sure to write. */
export async function begin(client: ClientBase, pool: Pool): Promise<TransactionId> {
  const server = servers.get(client);
  const what = `${passGate(pool)}pg_current_xact_id()::text AS xid${server === undefined ? `, ${SERVER}` : ''}`;
  const results = (await client.query(`BEGIN; SELECT ${what}`)) as unknown as QueryResult<TransactionId>[];
  const row = results.at(-1)?.rows[0];
  const id = { xid: row?.xid ?? null, server: server ?? row?.server ?? '' };
  servers.set(client, id.server);
  return id;
}

/** Names a transaction before its end. */
export async function identify(client: ClientBase): Promise<TransactionId> {
  const { rows } = await client.query<TransactionId>(
    `SELECT pg_current_xact_id_if_assigned()::text AS xid, ${SERVER}`,
  );
  return rows[0] ?? { xid: null, server: '' };
}

/**
 * Commits. If the answer is lost, the database is asked whether the transaction is there: returns if it is, and throws what
 * happened if it is not.
 * @throws UncertainCommit if that cannot be found out
 */
export async function commit(options: {
  client: ClientBase;
  id: TransactionId;
  ask: Query;
  /** Rejects when the answer is no longer waited for. */
  expired?: Promise<never> | undefined;
  /** Lets go of the connection, before another one is asked. */
  leave: (isBroken: boolean) => void;
}): Promise<void> {
  const { client, id, ask, expired, leave } = options;
  const begun = performance.now();
  try {
    const answer = client.query('COMMIT');
    checkCommitted(await (expired ? Promise.race([answer, expired]) : answer));
    leave(false);
  } catch (error) {
    const isDefinite = error instanceof RolledBack || isRefused(error);
    leave(!isDefinite);
    if (isDefinite) throw error;
    const outcome = id.xid === null ? 'committed' : await outcomeOf(id, ask, begun);
    if (outcome === 'committed') return;
    throw outcome === 'aborted' ? error : new UncertainCommit({ cause: error });
  }
}

/** Throws for the answer to a COMMIT that rolled back. */
export function checkCommitted({ command }: Pick<QueryResult, 'command'>): void {
  if (command !== 'COMMIT')
    throw new RolledBack('The transaction was rolled back, since one of its statements had failed.');
}

/** Asks on connections of the pool, of which others may be lost too. */
export const queryPool =
  (pool: Pool): Query =>
  async (text, values) => {
    // The driver takes its own timeout for each statement too, which its types do not say.
    const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: ASK_TIMEOUT_MS };
    return (await pool.query<Record<string, unknown>>(config)).rows;
  };

async function outcomeOf(
  { xid, server }: TransactionId,
  ask: Query,
  begun: number,
): Promise<'committed' | 'aborted' | undefined> {
  const now = performance.now();
  const deadline = Math.min(now + ASK_MS, Math.max(now + ASK_TIMEOUT_MS, begun + COMMIT_AND_ASK_MS));
  for (; ; await sleep(ASK_EVERY_MS)) {
    const rows = await ask(`SELECT pg_xact_status($1::text::xid8) AS status, ${SERVER}`, [xid]).catch(
      () => undefined,
    );
    const { status } = rows?.[0] ?? {};
    if (rows && rows[0]?.server !== server) return undefined;
    if (status === 'committed' || status === 'aborted') return status;
    if (performance.now() > deadline) return undefined;
  }
}
