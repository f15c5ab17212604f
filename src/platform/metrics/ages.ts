import type { Pool } from 'pg';

/** How old things are that are renewed now and then, in seconds; undefined where there is none. */
interface Ages {
  /** The newest key that signs access tokens. */
  readonly signingKey: number | undefined;
  /** The last backup; before the first, since the database was made. */
  readonly backup: number | undefined;
}

export async function readAges(pool: Pool, now: Date): Promise<Ages> {
  const { rows } = await pool.query<{ signingKey: number | null; backup: number | null }>(
    `SELECT extract(epoch FROM $1::timestamptz - (SELECT max(active_from) FROM signing_key))::float8 AS "signingKey",
       extract(epoch FROM now() - coalesce((SELECT backed_up_at FROM installation),
         (SELECT min(started_at) FROM _prisma_migrations)))::float8 AS backup`,
    [now],
  );
  const [{ signingKey, backup } = { signingKey: null, backup: null }] = rows;
  return {
    // The next one is published before it signs.
    signingKey: signingKey === null ? undefined : Math.max(signingKey, 0),
    backup: backup === null ? undefined : Math.max(backup, 0),
  };
}
