import type pg from 'pg';
import { withEngine } from './migration-engine.ts';
import { migrationsDir, readMigrations } from './migration-files.ts';
import { connect } from './reach.ts';

/** The engine's own lock (72707369, as of `prisma migrate deploy`) gives up after 10 s; this one waits. */
export const LOCK_KEY = 7_203_513_864;
const NO_FILTER = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that the database lacks, oldest first, and answers their names. Processes that start
 * together wait for one another. Fails with a SettingError when the database cannot be used, and when an earlier migration failed halfway or was edited afterwards.
 */
export async function migrate({
  url,
  dir = migrationsDir,
  only,
}: {
  url: string;
  dir?: string;
  /** Only these, for a restore of what an earlier version saved. */
  only?: readonly string[];
}): Promise<string[]> {
  const client = await connect(url);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const all = await readMigrations(dir);
    const asked = all.migrationDirectories.filter(({ path }) => !only || only.includes(path));
    const migrationsList = { ...all, migrationDirectories: asked };
    if (
      await isMigrated(
        client,
        migrationsList.migrationDirectories.map(({ path }) => path),
      )
    )
      return [];
    return await withEngine(url, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
      return appliedMigrationNames;
    });
  } finally {
    await client.end();
  }
}

/** A look of a few milliseconds that spares the usual start the engine. */
async function isMigrated(client: pg.Client, names: string[]): Promise<boolean> {
  const table = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`);
  if (table.rows[0]?.name === null) return false;
  const applied = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const finished = new Set(applied.rows.filter((row) => row.finished).map((row) => row.name));
  return finished.size === applied.rowCount && names.every((name) => finished.has(name));
}
