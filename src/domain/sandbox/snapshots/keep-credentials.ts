import type { PoolClient } from 'pg';
import { quoted } from '../../../platform/database/rows/tables.ts';
import { isOfThisVersion, listSchemas } from './schemas.ts';

/** Columns that a restore leaves as they are, and what identifies a row: IDs begin at 1 again after a reset. */
const KEPT = [
  {
    table: 'api_client',
    isSame: 'kept.id = live.id',
    columns: [
      ...['secret', 'previous_secret', 'previous_secret_until', 'rotated_at'],
      // A client whose secret admins of its seat know has access to that seat alone.
      ...['seat_only', 'revoked_at', 'suspended_at'],
    ],
  },
  {
    table: 'webhook',
    // A deleted webhook has no secret.
    isSame: `kept.id = live.id AND kept.created_at = live.created_at AND live.status <> 'DELETED'`,
    columns: ['secret', 'previous_secret', 'previous_secret_until'],
  },
] as const;

/**
 * Removes secrets that have expired by the clock of the sandbox. Called before the clock goes back, which would make
 * them valid again.
 */
export async function forgetExpiredSecrets(client: PoolClient, now: Date): Promise<void> {
  for (const { table } of KEPT)
    await client.query(
      `UPDATE ${table} SET previous_secret = NULL, previous_secret_until = NULL WHERE previous_secret_until <= $1`,
      [now],
    );
}

/**
 * Copies secrets and revocations into all snapshots before one is restored. A client that the restored snapshot lacks
 * is removed. Restoring another snapshot may bring it back.
 */
export async function keepCredentials(client: PoolClient): Promise<void> {
  for (const schema of await listSchemas(client)) {
    if (!(await isOfThisVersion(client, schema))) continue;
    for (const { table, isSame, columns } of KEPT) {
      const rowOf = (alias: string) => `ROW (${columns.map((name) => `${alias}.${name}`).join(', ')})`;
      await client.query(
        `UPDATE ${quoted(schema)}.${table} AS kept SET (${columns.join(', ')}) = ${rowOf('live')}
         FROM ${table} AS live WHERE ${isSame} AND ${rowOf('kept')} IS DISTINCT FROM ${rowOf('live')}`,
      );
    }
  }
}
