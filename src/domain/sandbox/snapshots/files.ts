import type { PoolClient } from 'pg';
import type { System } from '../../context.ts';

const NAMED = `SELECT name FROM fact_file WHERE retired_at IS NULL
  UNION ALL SELECT file_name FROM report WHERE file_name IS NOT NULL`;

const folderOf = (snapshot: string) => `snapshots/${snapshot}`;

/**
 * Gives the files that the database names a second name each. One that is gone by then is left out: a report is
 * made anew.
 */
export async function holdFiles({ files }: System, client: PoolClient, snapshot: string): Promise<number> {
  await files.removeAll(folderOf(snapshot));
  const { rows } = await client.query<{ name: string }>(NAMED);
  for (const { name } of rows) await files.copy(name, `${folderOf(snapshot)}/${name}`);
  return rows.length;
}

/** Gives back what has been merged or removed since. */
export async function giveBackFiles({ files }: System, client: PoolClient, snapshot: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(NAMED);
  for (const { name } of rows)
    if (!(await files.exists(name))) await files.copy(`${folderOf(snapshot)}/${name}`, name);
}
