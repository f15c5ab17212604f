import type { Pool } from 'pg';

/** How far the clock of this machine is ahead of that of the database, in seconds. */
export async function clockOffsetS(pool: Pick<Pool, 'query'>): Promise<number> {
  const askedAt = Date.now();
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const answeredAt = Date.now();
  const now = rows[0]?.now.getTime() ?? answeredAt;
  // Anywhere in between.
  if (now >= askedAt && now <= answeredAt) return 0;
  return ((now < askedAt ? askedAt : answeredAt) - now) / 1000;
}
