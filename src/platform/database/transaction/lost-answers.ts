import type { Pool, QueryConfig } from 'pg';
import { isLost, isRefused, isUniqueViolation, UncertainCommitError } from '../errors.ts';

/** Runs idempotent work, and repeats it once if its connection broke. */
export async function repeatIfLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLost(error)) throw error;
    return await work();
  }
}

/**
 * Runs one statement that inserts rows with unique IDs that we generated. If the connection breaks, it is
 * sent again, and a conflict on the IDs shows that it had been executed: a unique index also waits for
 * transactions in progress.
 * @throws UncertainCommitError if there is no response
 */
export async function insertOnce(pool: Pool, statement: QueryConfig): Promise<void> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(statement);
  } catch (error) {
    if (!isRefused(error)) broken = error;
    if (!isLost(error)) throw isRefused(error) ? error : new UncertainCommitError({ cause: error });
  } finally {
    client.release(broken !== undefined);
  }
  if (broken === undefined) return;
  try {
    await pool.query(statement);
  } catch (error) {
    if (isUniqueViolation(error)) return;
    throw isRefused(error) ? error : new UncertainCommitError({ cause: error });
  }
}
