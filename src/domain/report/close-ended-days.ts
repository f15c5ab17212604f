import type { Pool } from 'pg';
import { SETTLING_HOURS } from './close-of-books.ts';

/** Closes the days of all advertisers whose books are due after `from`, and until `to` (RULINGS P6). */
export async function closeEndedDays(pool: Pool, { from, to }: { from: Date; to: Date }): Promise<void> {
  await pool.query(
    `INSERT INTO day_close (advertiser_id, day)
     SELECT id, day FROM advertiser,
       LATERAL (SELECT day::date, (day + interval '1 day') AT TIME ZONE timezone AS ended
                FROM generate_series(($1::timestamptz AT TIME ZONE timezone)::date - 2,
                                     ($2::timestamptz AT TIME ZONE timezone)::date, interval '1 day') AS day) AS days
     WHERE ended > created_at AND ended + make_interval(hours => $3) > $1
       AND ended + make_interval(hours => $3) <= $2
     ON CONFLICT DO NOTHING`,
    [from, to, SETTLING_HOURS],
  );
}
