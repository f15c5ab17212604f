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

/**
 * Returns the row that describes the database. The first caller creates it. `lock` prevents concurrent
 * changes.
 */
export async function readInstallation(
  db: Pick<Pool, 'query'>,
  { lock = false } = {},
): Promise<Installation> {
  const select = `SELECT id, canary, files_claimed AS "filesClaimed" FROM installation${lock ? ' FOR UPDATE' : ''}`;
  const query = (text: string, values?: unknown[]) => db.query<Installation>(text, values);
  const found = await query(select);
  if (found.rows[0]) return found.rows[0];
  await query('INSERT INTO installation (id) VALUES ($1) ON CONFLICT DO NOTHING', [randomUUID()]);
  const made = await query(select);
  if (!made.rows[0]) throw new Error('The installation row vanished.');
  return made.rows[0];
}
