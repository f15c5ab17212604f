import type { Pool, PoolClient } from 'pg';
import { commit, identify, queryPool } from './commit.ts';
import { passGate } from './transaction-gate.ts';

/**
 * Runs `work` in one transaction without a time limit. Set `isGated` to false for reads, and for the caller
 * that closes the gate.
 * @throws UncertainCommitError if it cannot be determined whether the work was stored
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { isGated = true }: { isGated?: boolean } = {},
): Promise<T> {
  const client = await pool.connect();
  const worked = async () => {
    const gate = isGated ? passGate(pool) : '';
    await client.query(gate ? `BEGIN; SELECT ${gate}0` : 'BEGIN');
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
  await commit({ client, id, query: queryPool(pool), leave: (isBroken) => client.release(isBroken) });
  return result;
}
