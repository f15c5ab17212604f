import type { Pool } from 'pg';

/** Returns how many seconds the clock of this machine is ahead of the database's. */
export async function clockOffsetS(pool: Pick<Pool, 'query'>): Promise<number> {
  const sentAt = Date.now();
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const receivedAt = Date.now();
  const now = rows[0]?.now.getTime() ?? receivedAt;
  // The database's time is within the duration of the query, so no offset can be determined.
  if (now >= sentAt && now <= receivedAt) return 0;
  return ((now < sentAt ? sentAt : receivedAt) - now) / 1000;
}
