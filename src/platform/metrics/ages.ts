import type { Pool } from 'pg';

/** Ages of things that are renewed regularly, in seconds. Undefined if there is none. */
interface Ages {
  /** Age of the newest key that signs access tokens. */
  readonly signingKey: number | undefined;
  /** Age of the last backup, or of the database before the first backup. */
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
    // The age is negative for a key that is already published but does not sign yet.
    signingKey: signingKey === null ? undefined : Math.max(signingKey, 0),
    backup: backup === null ? undefined : Math.max(backup, 0),
  };
}
