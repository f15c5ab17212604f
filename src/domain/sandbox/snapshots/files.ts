import { access, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PoolClient } from 'pg';
import { linkOrCopy } from '../../../backup/held-files.ts';
import type { System } from '../../context.ts';

/** Files never change once they have their name: a snapshot is a second name for each. */
const placesOf = ({ config }: System, name: string) => {
  const warehouse = join(resolve(config.dataDir), 'warehouse');
  return { warehouse, held: join(warehouse, 'snapshots', name) };
};

const NAMED = `SELECT name FROM fact_file WHERE retired_at IS NULL
  UNION ALL SELECT file_name FROM report WHERE file_name IS NOT NULL`;

export async function holdFiles(system: System, client: PoolClient, name: string): Promise<number> {
  const { warehouse, held } = placesOf(system, name);
  await rm(held, { recursive: true, force: true });
  const { rows } = await client.query<{ name: string }>(NAMED);
  for (const file of rows)
    await linkOrCopy(join(warehouse, file.name), join(held, file.name)).catch(ignoreGone);
  return rows.length;
}

/** Gives back what has been merged or removed since. */
export async function giveBackFiles(system: System, client: PoolClient, name: string): Promise<void> {
  const { warehouse, held } = placesOf(system, name);
  const { rows } = await client.query<{ name: string }>(NAMED);
  for (const file of rows) {
    const place = join(warehouse, file.name);
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (!isThere) await linkOrCopy(join(held, file.name), place).catch(ignoreGone);
  }
}

/** A report's file may have been removed between the row and the link; reports are made anew then. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
