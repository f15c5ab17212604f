import type { PoolClient } from 'pg';
import type { System } from '../../context.ts';

const NAMED = `SELECT name FROM fact_file WHERE retired_at IS NULL
  UNION ALL SELECT file_name FROM report WHERE file_name IS NOT NULL`;

const folderOf = (snapshot: string) => `snapshots/${snapshot}`;

/**
 * Gives each file that the database lists a second name. A file that is already gone is left out: its report is created
 * again.
 */
export async function holdFiles({ files }: System, client: PoolClient, snapshot: string): Promise<number> {
  await files.removeAll(folderOf(snapshot));
  const { rows } = await client.query<{ name: string }>(NAMED);
  for (const { name } of rows) await files.copy(name, `${folderOf(snapshot)}/${name}`);
  return rows.length;
}

/** Removes the second names of a snapshot that is removed. */
export const removeHeldFiles = ({ files }: System, snapshot: string): Promise<void> =>
  files.removeAll(folderOf(snapshot));

/** Restores files that have been merged or removed since. */
export async function restoreFiles({ files }: System, client: PoolClient, snapshot: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(NAMED);
  for (const { name } of rows)
    if (!(await files.exists(name))) await files.copy(`${folderOf(snapshot)}/${name}`, name);
}
