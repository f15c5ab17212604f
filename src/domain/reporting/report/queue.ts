import { randomUUID } from 'node:crypto';
import type { System } from '../../context.ts';
import { enqueueReport } from '../../notifications/webhook/notify/report.ts';
import { NOTIFY_REPORT } from './transitions.ts';

/** A worker that does not renew its lease within this time has lost the report. Leases use the database's clock. */
const LEASE_S = 15;
export const RENEW_EVERY_MS = 5000;
const MAX_ATTEMPTS = 3;
const RETRY_AFTER_S = 2;
const GAVE_UP = 'The report could not be created in three attempts.';

/** Times that interfaces show are those of the service's clock, which a sandbox can move. */
type Queue = Pick<System, 'pool' | 'now'>;

export interface TakenReport {
  customerReportId: string;
  seatId: number;
  /** The ID of this attempt; only its holder can finish the report. */
  attempt: string;
}

/** Seats whose reports stay in the queue. */
type Held = Iterable<number>;

/**
 * Returns the next report that waits or whose worker died: the oldest one of the seat with the fewest running reports.
 * Any number of workers can call it concurrently; each report goes to one of them.
 */
export async function takeReport(queue: Queue, held: Held = []): Promise<TakenReport | null> {
  await giveUpOnLost(queue);
  const attempt = randomUUID();
  const { rows } = await queue.pool.query(
    `WITH running AS (
       SELECT seat_id, count(*) AS reports FROM report
       WHERE status = 'PROCESSING' AND lease_until > now() GROUP BY seat_id
     ), next AS (
       SELECT r.id FROM report r LEFT JOIN running ON running.seat_id = r.seat_id
       WHERE (r.status = 'SUBMITTED' OR (r.status = 'PROCESSING' AND r.lease_until <= now())) AND r.seat_id <> ALL ($4::int[])
       ORDER BY coalesce(running.reports, 0), r.created_at, r.id
       LIMIT 1 FOR UPDATE OF r SKIP LOCKED
     ), taken AS (
       UPDATE report SET status = 'PROCESSING', attempt = $1, attempts = attempts + 1, progress = 0,
         lease_until = now() + make_interval(secs => $2), started_at = coalesce(started_at, $3)
       FROM next WHERE report.id = next.id RETURNING report.customer_report_id, report.seat_id
     )
     SELECT customer_report_id, seat_id, ${NOTIFY_REPORT} FROM taken`,
    [attempt, LEASE_S, queue.now(), [...held]],
  );
  const [row] = rows;
  return row ? { customerReportId: row.customer_report_id, seatId: row.seat_id, attempt } : null;
}

/**
 * Returns whether a report waits of a seat that has none running, because this seat's reports may occupy all workers.
 */
export async function isAnotherSeatWaiting(
  { pool }: Pick<Queue, 'pool'>,
  seatId: number,
  held: Held = [],
): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    `SELECT EXISTS (
       SELECT FROM report r
       WHERE (r.status = 'SUBMITTED' OR (r.status = 'PROCESSING' AND r.lease_until <= now())) AND r.seat_id <> ALL ($2::int[])
         AND r.seat_id <> $1
         AND NOT EXISTS (SELECT FROM report o WHERE o.seat_id = r.seat_id AND o.status = 'PROCESSING' AND o.lease_until > now())
     ) AS waits`,
    [seatId, [...held]],
  );
  return rows[0]?.waits === true;
}

/** @returns false if the report no longer belongs to this attempt */
export async function renewLease(
  { pool }: Queue,
  { customerReportId, attempt }: TakenReport,
  progress: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH renewed AS (
       UPDATE report SET lease_until = now() + make_interval(secs => $2), progress = greatest(progress, $3)
       WHERE customer_report_id = $4 AND attempt = $1 AND status = 'PROCESSING' RETURNING customer_report_id
     ) SELECT ${NOTIFY_REPORT} FROM renewed`,
    [attempt, LEASE_S, progress, customerReportId],
  );
  return rowCount === 1;
}

/** Marks a report as finished. The first committed file wins: of two attempts that get this far, one receives false. */
export async function finishReport(
  { pool, now }: Queue,
  { customerReportId, attempt }: TakenReport,
  result: { fileName: string; fileBytes: number; numRows: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH finished AS (
       UPDATE report SET status = 'SUCCESS', progress = 100, file_name = $2, file_bytes = $3, num_rows = $4,
         lease_until = NULL, attempt = NULL, finished_at = $6
       WHERE customer_report_id = $5 AND attempt = $1 AND status = 'PROCESSING' RETURNING *
     ), ${enqueueReport('finished')}
     SELECT ${NOTIFY_REPORT}, (SELECT count(*) FROM notified) FROM finished`,
    [attempt, result.fileName, result.fileBytes, result.numRows, customerReportId, now()],
  );
  return rowCount === 1;
}

/** For errors that another attempt would encounter again; `errorMsg` is shown to the partner. */
export async function failReport(
  { pool, now }: Queue,
  { customerReportId, attempt }: TakenReport,
  errorMsg: string,
): Promise<void> {
  await pool.query(
    `WITH failed AS (
       UPDATE report SET status = 'FAILED', error_msg = $2, lease_until = NULL, attempt = NULL, finished_at = $4
       WHERE customer_report_id = $3 AND attempt = $1 AND status = 'PROCESSING' RETURNING *
     ), ${enqueueReport('failed')}
     SELECT ${NOTIFY_REPORT}, (SELECT count(*) FROM notified) FROM failed`,
    [attempt, errorMsg, customerReportId, now()],
  );
}

/** Gives up this attempt; another one follows shortly, unless this was the last. */
export async function releaseReport(queue: Queue, { customerReportId, attempt }: TakenReport): Promise<void> {
  await queue.pool.query(
    `UPDATE report SET lease_until = now() + make_interval(secs => $2), attempt = NULL
     WHERE customer_report_id = $3 AND attempt = $1 AND status = 'PROCESSING'`,
    [attempt, RETRY_AFTER_S, customerReportId],
  );
  await giveUpOnLost(queue);
}

/** Puts the report back into the queue without counting the attempt: the worker stops before it is finished. */
export async function returnReport(
  { pool }: Queue,
  { customerReportId, attempt }: TakenReport,
): Promise<void> {
  await pool.query(
    `UPDATE report SET lease_until = now(), attempt = NULL, attempts = attempts - 1
     WHERE customer_report_id = $2 AND attempt = $1 AND status = 'PROCESSING'`,
    [attempt, customerReportId],
  );
}

async function giveUpOnLost({ pool, now }: Queue): Promise<void> {
  await pool.query(
    `WITH failed AS (
       UPDATE report SET status = 'FAILED', error_msg = $1, lease_until = NULL, attempt = NULL, finished_at = $3
       WHERE status = 'PROCESSING' AND attempts >= $2 AND (lease_until <= now() OR attempt IS NULL)
       RETURNING *
     ), ${enqueueReport('failed')}
     SELECT ${NOTIFY_REPORT}, (SELECT count(*) FROM notified) FROM failed`,
    [GAVE_UP, MAX_ATTEMPTS, now()],
  );
}
