import type { PoolClient } from 'pg';
import { enqueueDays } from '../../../notifications/webhook/notify/books.ts';
import { SETTLING_HOURS } from './close-of-books.ts';

/**
 * SQL: when a local day ends, which is the first moment of the next one. Where clocks are set back to midnight,
 * PostgreSQL uses the second midnight.
 */
const ENDED = `(SELECT CASE WHEN (midnight - interval '1 hour') AT TIME ZONE timezone >= day + interval '1 day'
                       THEN midnight - interval '1 hour' ELSE midnight END
                FROM (SELECT (day + interval '1 day') AT TIME ZONE timezone AS midnight) AS next)`;

/**
 * Closes the days of all advertisers whose books are due after `from` and until `to`, and notifies webhooks of days
 * that were not closed before. The days are timestamps without a zone: PostgreSQL would shift one with a zone by the
 * offset in the wrong direction.
 */
export async function closeEndedDays(
  client: PoolClient,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await client.query(
    `WITH ended AS (
       SELECT id AS advertiser_id, seat_id, timezone, day, ended + make_interval(hours => $3) AS at
       FROM advertiser,
         LATERAL (SELECT day::date, ${ENDED} AS ended
                  FROM generate_series(date_trunc('day', $1::timestamptz AT TIME ZONE timezone) - interval '2 days',
                                       $2::timestamptz AT TIME ZONE timezone, interval '1 day') AS day) AS days
       WHERE ended > created_at
     ), closed AS (
       INSERT INTO day_close (advertiser_id, day) SELECT advertiser_id, day FROM ended WHERE at > $1 AND at <= $2
       ON CONFLICT DO NOTHING RETURNING advertiser_id, day
     ), days AS (
       SELECT ended.* FROM closed JOIN ended USING (advertiser_id, day)
       LEFT JOIN fact_hour f USING (advertiser_id)
       WHERE f.closed_day IS NULL OR f.closed_day < ended.day
     ), ${enqueueDays('days')}
     SELECT count(*) FROM notified`,
    [from, to, SETTLING_HOURS],
  );
}
