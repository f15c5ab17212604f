import type { Pool, PoolClient } from 'pg';
import { quoted } from '../../../platform/database/rows/tables.ts';
import type { System } from '../../context.ts';

type Queryable = Pick<Pool | PoolClient, 'query'>;

const PREFIX = 'sandbox_snapshot_';

/** Returns the schema that holds the tables of a snapshot. */
export const schemaOf = (name: string): string => `${PREFIX}${name}`;

/** Returns the name of the snapshot that a schema holds. */
export const nameOf = (schema: string): string => schema.slice(PREFIX.length);

/** Returns the schemas of all snapshots. */
export async function listSchemas(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname::text AS name FROM pg_namespace WHERE starts_with(nspname, $1) ORDER BY 1',
    [PREFIX],
  );
  return rows.map(({ name }) => name);
}

/** Returns whether a snapshot has the same tables as the database. */
export async function isOfThisVersion(client: Queryable, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ same: boolean }>(
    `SELECT migrations = ARRAY(SELECT migration_name::text FROM _prisma_migrations ORDER BY 1) AS same
     FROM ${quoted(schema)}.snapshot`,
  );
  return rows[0]?.same === true;
}

/** Returns what the clock showed when a snapshot was taken, and when that was in real time. */
export async function timesOf(client: Queryable, schema: string): Promise<{ shows: Date; takenAt: Date }> {
  const { rows } = await client.query<{ shows: Date; takenAt: Date }>(
    `SELECT shows + (taken_at - anchored_at) * speed AS shows, taken_at AS "takenAt"
     FROM ${quoted(schema)}.sandbox_clock, ${quoted(schema)}.snapshot`,
  );
  if (!rows[0]) throw new Error('A snapshot has no clock.');
  return rows[0];
}

/** Ends a membership in all snapshots, so that a restore does not bring it back. */
export async function endMembership(
  client: Queryable,
  { userId, seatId }: { readonly userId: number; readonly seatId: number },
): Promise<void> {
  for (const schema of await listSchemas(client))
    await client.query(`DELETE FROM ${quoted(schema)}.seat_member WHERE user_id = $1 AND seat_id = $2`, [
      userId,
      seatId,
    ]);
}

/**
 * Returns the earliest time that the clock can show from now on. In a sandbox, a reset sets it to real time, and a
 * restore to the time of a snapshot.
 */
export async function earliestTime({ pool, now, sandbox }: System): Promise<Date> {
  if (!sandbox) return now();
  const times = [now().getTime(), Date.now()];
  for (const schema of await listSchemas(pool)) times.push((await timesOf(pool, schema)).shows.getTime());
  return new Date(Math.min(...times));
}
