import type pg from 'pg';
import { connect, type Server } from '../connection/direct-server.ts';
import { migrationsDir, readMigrations } from './migration-files.ts';

/** How the migrations of a database compare with those of this package. */
export interface MigrationState {
  /** Whether the database has not been set up. */
  readonly isEmpty: boolean;
  readonly applied: readonly string[];
  /** The migrations of this package that the database lacks, oldest first. */
  readonly pending: readonly string[];
  /** The migrations of the database that this package does not know: a newer version applied them. */
  readonly unknown: readonly string[];
  /** The migration that began but did not complete. */
  readonly failed: string | undefined;
}

/** Thrown for a database that this version cannot use. Its message is a sentence. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/**
 * Reads the state without changing it. Throws SettingError if the database cannot be reached, and
 * UnusableDatabaseError if it cannot be used.
 */
export async function migrationState(server: Server, dir = migrationsDir): Promise<MigrationState> {
  const client = await connect(server);
  try {
    return await readState(client, dir);
  } finally {
    await client.end();
  }
}

export async function readState(client: Pick<pg.ClientBase, 'query'>, dir: string): Promise<MigrationState> {
  const names = (await readMigrations(dir)).map(({ name }) => name);
  const { rows } = await client.query<{ known: boolean; tables: number }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known,
       (SELECT count(*)::int FROM pg_tables WHERE schemaname = current_schema()) AS tables`,
  );
  if (!rows[0]?.known) {
    if (rows[0]?.tables)
      throw new UnusableDatabaseError('The database has tables of something else. Use an empty database.');
    return { isEmpty: true, applied: [], pending: names, unknown: [], failed: undefined };
  }
  const recorded = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const applied = recorded.rows.filter(({ finished }) => finished).map(({ name }) => name);
  return {
    isEmpty: recorded.rows.length === 0,
    applied,
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
    failed: recorded.rows.find(({ finished }) => !finished)?.name,
  };
}

/** Throws UnusableDatabaseError if a newer version has migrated the database, unless that is allowed. */
export function refuseNewer({ unknown }: MigrationState, allowsNewer: boolean): void {
  if (unknown.length === 0 || allowsNewer) return;
  throw new UnusableDatabaseError(
    `The database belongs to a newer version: this one does not know ${counted(unknown)}. Use the newer version, or set FLIGHTLINE_NEWER_DATABASE=allow to go back by one version.`,
  );
}

/** Throws UnusableDatabaseError if a migration has failed. */
export function refuseFailed({ failed }: MigrationState): void {
  if (failed === undefined) return;
  throw new UnusableDatabaseError(
    `The migration ${failed} failed before. Repair the database, then run \`prisma migrate resolve\`.`,
  );
}

export const counted = (names: readonly string[]): string =>
  `${names.length} ${names.length === 1 ? 'migration' : 'migrations'} (${names.at(-1)}${names.length > 1 ? ' is the newest' : ''})`;
