import type { Pool, PoolClient } from 'pg';
import { boundedTransaction } from '../../../platform/database/transaction/bounded-transaction.ts';

/** Ours alone, so that processes which find themselves on a new cluster begin one epoch. */
const LOCK_KEY = 7_203_513_867;
/** More than any dump can lack of what its database had. */
const GAP = 1_000_000_000;
const TIMEOUT_MS = 5_000;

/**
 * Begins a new epoch where the database stands in another cluster, or on another timeline, than it did before:
 * after a restore the ids of changes that it lacks must not be given to others, since readers go on behind them.
 */
export function enterEpoch(pool: Pool): Promise<void> {
  return boundedTransaction({
    pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client) => {
      const cluster = await clusterOf(client);
      if ((await latest(client)) === cluster) return;
      await client.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
      const before = await latest(client);
      if (before === cluster) return;
      // The first epoch is that of the cluster which the database was made in.
      if (before !== undefined)
        await client.query(`SELECT setval('change_id_seq', last_value + ${GAP}) FROM change_id_seq`);
      await client.query('INSERT INTO change_epoch (cluster) VALUES ($1)', [cluster]);
    },
  });
}

async function latest(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ cluster: string }>(
    'SELECT cluster FROM change_epoch ORDER BY id DESC LIMIT 1',
  );
  return rows[0]?.cluster;
}

/** Some hosts keep the cluster's own number from their customers; there the database's has to do. */
async function clusterOf(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ oid: string; allowed: boolean }>(
    `SELECT oid::text, has_function_privilege('pg_control_system()', 'EXECUTE')
                   AND has_function_privilege('pg_control_checkpoint()', 'EXECUTE') AS allowed
     FROM pg_database WHERE datname = current_database()`,
  );
  const { oid = '', allowed = false } = rows[0] ?? {};
  if (!allowed) return `database ${oid}`;
  const control = await client.query<{ id: string; timeline: number }>(
    'SELECT system_identifier::text AS id, timeline_id AS timeline FROM pg_control_system(), pg_control_checkpoint()',
  );
  const { id = '', timeline = 0 } = control.rows[0] ?? {};
  return `cluster ${id} timeline ${timeline} database ${oid}`;
}
