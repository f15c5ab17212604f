import type { Pool, PoolClient } from 'pg';

/**
 * An advisory lock: transactions share it, and code that needs the tables without transactions takes it
 * exclusively.
 */
const LOCK_KEY = 7_203_513_873;

const gated = new WeakSet<Pool>();

/** Enables `closeGate` for the transactions of the pool. Only sandboxes use it. */
export const gateTransactions = (pool: Pool): void => void gated.add(pool);

/** Returns an expression for a SELECT list that waits until the gate is open, if the pool has one. */
export const passGate = (pool: Pool): string =>
  gated.has(pool) ? `pg_advisory_xact_lock_shared(${LOCK_KEY}), ` : '';

/** Waits for running transactions to end, and blocks new ones until this one ends. */
export async function closeGate(client: PoolClient): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
}
