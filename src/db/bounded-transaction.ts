import type { Pool, PoolClient } from 'pg';

/** The database did not respond in time. It is unknown whether the work was stored. */
class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Runs `work` in one transaction on a connection of its own and returns after the commit. A connection that
 * takes longer than `timeoutMs` is discarded, because a frozen server never reports an error.
 */
export async function boundedTransaction<T>(options: {
  readonly pool: Pool;
  readonly timeoutMs: number;
  readonly work: (client: PoolClient) => Promise<T>;
}): Promise<T> {
  const { pool, timeoutMs, work } = options;
  const client = await pool.connect();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout('The database did not answer in time.')), timeoutMs);
  });
  const committed = (async () => {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  })();
  try {
    const result = await Promise.race([committed, expired]);
    client.release();
    return result;
  } catch (error) {
    await abandon(client, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the connection to the pool if it can still roll back. Otherwise closes it, which also rolls back.
 */
async function abandon(client: PoolClient, error: unknown): Promise<void> {
  if (error instanceof DatabaseTimeout) {
    client.release(true);
    return;
  }
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}
