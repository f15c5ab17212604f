import type { Pool, PoolClient } from 'pg';
import { askPool, commit, identify } from './commit.ts';

/**
 * Runs `work` in one transaction, however long that takes.
 * @throws UncertainCommit if it cannot be found out whether the work was stored
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const worked = async () => {
    await client.query('BEGIN');
    const result = await work(client);
    return { id: await identify(client), result };
  };
  const { id, result } = await worked().catch(async (error) => {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  });
  await commit({ client, id, ask: askPool(pool), leave: (isBroken) => client.release(isBroken) });
  return result;
}
