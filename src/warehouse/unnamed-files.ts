import type { Pool } from 'pg';
import type { FileStore } from './file-store.ts';

/**
 * A published file is registered within minutes. An older unregistered one was left by a crash or by a COMMIT that
 * was not executed.
 */
const UNNAMED_LIFE_MS = 3_600_000;

/**
 * Removes files of a folder that no row refers to. `named` is a query for the names of `$1` that are in
 * use.
 */
export async function removeUnnamed(options: {
  pool: Pool;
  files: FileStore;
  folder: string;
  named: string;
}): Promise<void> {
  const { pool, files, folder, named } = options;
  const old = (await files.list(folder))
    .filter(({ changedAt }) => Date.now() - changedAt.getTime() > UNNAMED_LIFE_MS)
    .map(({ name }) => name);
  const { rows } = await pool.query<{ name: string }>(named, [old]);
  const known = new Set(rows.map(({ name }) => name));
  for (const name of old) if (!known.has(name)) await files.remove(name);
}
