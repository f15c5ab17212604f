import type { Pool, PoolClient } from 'pg';

/** The database did not answer in time; whether the work was stored is not known. */
class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Runs `work` in one transaction on a connection of its own and answers after the commit. A connection
 * that does not get it done within `timeoutMs` is thrown away, since a frozen server never says no.
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

/** Back into the pool when it can still roll back; else closed, which rolls back too. */
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
