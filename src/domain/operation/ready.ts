import { readMigrations } from '../../db/migration-files.ts';
import type { System } from '../context.ts';

const PATIENCE_MS = 2_000;

/** Whether calls can be served: the database answers, and has every migration that this build knows. */
export async function isReady({ system }: { system: Pick<System, 'pool' | 'log'> }): Promise<boolean> {
  const late = new AbortController();
  const timeout = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    return await Promise.race([isMigrated(system), aborted(late.signal)]);
  } catch (error) {
    system.log.warn({ err: error }, 'not ready');
    return false;
  } finally {
    clearTimeout(timeout);
  }
}

let known: Promise<string[]> | undefined;

async function isMigrated({ pool }: Pick<System, 'pool'>): Promise<boolean> {
  known ??= readMigrations().then((list) => list.migrationDirectories.map(({ path }) => path));
  const names = await known;
  const { rows } = await pool.query<{ applied: number }>(
    `SELECT count(DISTINCT migration_name)::int AS applied FROM _prisma_migrations
     WHERE migration_name = ANY ($1) AND finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    [names],
  );
  return rows[0]?.applied === names.length;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The database did not answer in time.')));
  });
}
