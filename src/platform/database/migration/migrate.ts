import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { connect, type Server } from '../connection/direct-server.ts';
import { checkCommitted } from '../transaction/commit.ts';
import { type Migration, migrationsDir, readMigrations } from './migration-files.ts';
import { readState, refuseFailed, refuseNewer } from './migration-state.ts';

/** Processes that start at the same time wait for each other on this lock, however long one takes. */
export const LOCK_KEY = 7_203_513_864;
/** The lock that `prisma migrate deploy` holds while it runs. It gives up after 10 s. */
const PRISMA_LOCK_KEY = 72_707_369;

/** The same definition as Prisma's, so that its commands know which migrations were applied. */
const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/**
 * Applies the migrations that the database lacks, oldest first, and returns their names. Records them as
 * `prisma migrate deploy` does. Throws SettingError or UnusableDatabaseError if the database cannot be used, and
 * names the migration that fails, or failed before.
 */
export async function migrate({
  url,
  setting,
  dir = migrationsDir,
  only,
  allowsNewer = false,
}: Server & {
  dir?: string;
  /** Whether a database that a newer version has migrated is accepted unchanged. */
  allowsNewer?: boolean;
  /** Applies only these, to restore a backup of an earlier version. */
  only?: readonly string[];
}): Promise<string[]> {
  const client = await connect({ url, ...(setting !== undefined && { setting }) });
  try {
    // The role may have a limit for the statements of requests.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK_KEY]);
    const state = await readState(client, dir);
    refuseFailed(state);
    refuseNewer(state, allowsNewer);
    if (state.isEmpty) await client.query(TABLE);
    const missing = (await readMigrations(dir)).filter(
      ({ name }) => state.pending.includes(name) && (!only || only.includes(name)),
    );
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** A script and its record are one transaction: a process that dies midway leaves neither. */
async function apply(client: pg.Client, { name, script }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), createHash('sha256').update(script).digest('hex'), name],
    );
    checkCommitted(await client.query('COMMIT'));
  } catch (error) {
    // The caller closes the connection, which rolls back.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error });
  }
}
