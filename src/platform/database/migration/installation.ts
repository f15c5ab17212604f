import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

export interface Installation {
  /** The ID of the database, which the folder of its files also contains. */
  readonly id: string;
  /**
   * A known text, encrypted with the master key. Null until a process with the key has opened the database.
   */
  readonly canary: Buffer | null;
  readonly filesClaimed: boolean;
}

/** Returns the row that describes the database; undefined in one that was never opened by a process. */
export async function findInstallation(
  db: Pick<Pool, 'query'>,
  { lock = false } = {},
): Promise<Installation | undefined> {
  const { rows } = await db.query<Installation>(
    `SELECT id, canary, files_claimed AS "filesClaimed" FROM installation${lock ? ' FOR UPDATE' : ''}`,
  );
  return rows[0];
}

/**
 * Returns the row that describes the database. The first caller creates it. `lock` prevents concurrent
 * changes.
 */
export async function readInstallation(
  db: Pick<Pool, 'query'>,
  options: { lock?: boolean } = {},
): Promise<Installation> {
  const found = await findInstallation(db, options);
  if (found) return found;
  await db.query('INSERT INTO installation (id) VALUES ($1) ON CONFLICT DO NOTHING', [randomUUID()]);
  const made = await findInstallation(db, options);
  if (!made) throw new Error('The installation row vanished.');
  return made;
}
