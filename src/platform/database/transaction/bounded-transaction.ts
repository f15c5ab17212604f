import type { Pool, PoolClient } from 'pg';
import { begin, commit, queryPool, type Settings } from './commit.ts';

/** The database did not respond in time. */
class DatabaseTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Runs `work` in one transaction on its own connection and returns after the commit. A connection that
 * takes longer than `timeoutMs` is discarded, because a frozen server never reports an error. The time
 * begins anew whenever `work` calls `goOn`, after each part of a long transaction.
 * @throws UncertainCommitError if it cannot be determined whether the work was stored
 */
export async function boundedTransaction<T>(options: {
  readonly pool: Pool;
  readonly timeoutMs: number;
  readonly settings?: Settings;
  readonly work: (client: PoolClient, goOn: () => void) => Promise<T>;
}): Promise<T> {
  const { pool, timeoutMs, settings, work } = options;
  const client = await pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseTimeoutError('The database did not answer in time.')),
      timeoutMs,
    );
  });
  const worked = async () => {
    const id = await begin(client, pool, settings);
    return { id, result: await work(client, () => timer?.refresh()) };
  };
  try {
    const { id, result } = await Promise.race([worked(), expired]).catch(async (error) => {
      await abandon(client, error);
      throw error;
    });
    await commit({
      client,
      id,
      query: queryPool(pool),
      expired,
      leave: (isBroken) => client.release(isBroken),
    });
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the connection to the pool if it can still roll back. Otherwise closes it, which also rolls back.
 */
async function abandon(client: PoolClient, error: unknown): Promise<void> {
  if (error instanceof DatabaseTimeoutError) {
    client.release(true);
    return;
  }
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}
