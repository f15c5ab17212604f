import type { Pool, PoolClient } from 'pg';
import { boundedTransaction } from '../../../platform/database/transaction/bounded-transaction.ts';

/** Prevents processes that detect a new cluster at the same time from beginning several epochs. */
const LOCK_KEY = 7_203_513_867;
/** More IDs than any dump can be missing compared to its database. */
const GAP = 1_000_000_000;
const TIMEOUT_MS = 5_000;

/**
 * Begins a new epoch if the database runs in another cluster, or on another timeline, than before. After a restore, the
 * IDs of changes that the database has lost must not be used again, because readers continue after them.
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
      // The first epoch belongs to the cluster in which the database was created.
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

/** Some hosting providers hide the cluster's identifier from customers; the OID of the database is used there. */
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
