import type { Pool, PoolClient } from 'pg';

/** Ours alone: transactions share it, and whoever needs the tables without them takes it for itself. */
const LOCK_KEY = 7_203_513_873;

const gated = new WeakSet<Pool>();

/** From now on `shutOut` can keep the transactions of the pool out. Only sandboxes do that. */
export const gateTransactions = (pool: Pool): void => void gated.add(pool);

/** Waits until nobody shuts transactions out; for the list of a SELECT. */
export const passGate = (pool: Pool): string =>
  gated.has(pool) ? `pg_advisory_xact_lock_shared(${LOCK_KEY}), ` : '';

/** Waits for the transactions that run, and keeps others from beginning until this one ends. */
export async function shutOut(client: PoolClient): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
}
