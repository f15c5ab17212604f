import type { Pool, QueryConfig } from 'pg';
import { isLost, isRefused, isUniqueViolation, UncertainCommit } from '../errors.ts';

/** Runs what can be run twice to the same effect, and once more if its connection broke. */
export async function repeatIfLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLost(error)) throw error;
    return await work();
  }
}

/**
 * Runs one statement that inserts rows under unique IDs of ours. If its connection broke it is sent again, and those IDs tell
 * whether it had been carried out: a unique index also waits for what is still running.
 * @throws UncertainCommit if it was not answered
 */
export async function insertOnce(pool: Pool, statement: QueryConfig): Promise<void> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(statement);
  } catch (error) {
    if (!isRefused(error)) broken = error;
    if (!isLost(error)) throw isRefused(error) ? error : new UncertainCommit({ cause: error });
  } finally {
    client.release(broken !== undefined);
  }
  if (broken === undefined) return;
  try {
    await pool.query(statement);
  } catch (error) {
    if (isUniqueViolation(error)) return;
    throw isRefused(error) ? error : new UncertainCommit({ cause: error });
  }
}
