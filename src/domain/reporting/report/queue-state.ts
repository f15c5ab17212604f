import type { Pool } from 'pg';

/** The state of the report queue, across all seats and workers. */
export interface QueueState {
  readonly waiting: number;
  readonly running: number;
  /** How long the oldest queued report has waited, in seconds; 0 if there is none. */
  readonly oldestWaitingS: number;
  /** The reports that failed within the last hour. */
  readonly failedLastHour: number;
}

/**
 * Counts with the index on status and creation time: finished reports are not read, and failed ones only of the last
 * two days.
 */
export async function queueState(pool: Pool, now: Date): Promise<QueueState> {
  const { rows } = await pool.query<QueueState>(
    `SELECT count(*) FILTER (WHERE is_waiting)::int AS waiting,
            count(*) FILTER (WHERE status = 'PROCESSING' AND NOT is_waiting)::int AS running,
            coalesce(greatest(extract(epoch FROM $1::timestamptz - min(created_at) FILTER (WHERE is_waiting)), 0), 0)::float8
              AS "oldestWaitingS",
            count(*) FILTER (WHERE status = 'FAILED' AND finished_at > $1::timestamptz - interval '1 hour')::int
              AS "failedLastHour"
     FROM (
       SELECT status, created_at, finished_at,
              status = 'SUBMITTED' OR (status = 'PROCESSING' AND lease_until <= now()) AS is_waiting
       FROM report
       WHERE status IN ('SUBMITTED', 'PROCESSING')
          OR (status = 'FAILED' AND created_at > $1::timestamptz - interval '2 days')
     ) AS unfinished`,
    [now],
  );
  const [state] = rows;
  if (!state) throw new Error('A count answered no row.');
  return state;
}
