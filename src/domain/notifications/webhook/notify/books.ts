import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../../platform/database/connection/client.ts';
import type { System } from '../../../context.ts';
import { lastClosedDay } from '../../../reporting/report/books/close-of-books.ts';
import { ENQUEUE, enqueueWebhooks, type WebhookOccurrence } from '../queue.ts';

/** Loading old facts can close many days at once. No event is sent for days older than a month. */
const MAX_DAYS = 31;

interface Candidate {
  readonly advertiserId: number;
  readonly seatId: number;
  readonly timezone: string;
  readonly lastHour: Date;
  readonly createdAt: Date;
  readonly closedDay: string | null;
}

/**
 * Finds the days that were closed since the last call and enqueues an event for each. The event of a day that an
 * operator closed was already enqueued. When an advertiser gets its first facts, events are enqueued for the days since
 * it was created and for its newest closed day.
 */
export async function enqueueClosedBooks(system: Pick<System, 'pool' | 'now'>): Promise<void> {
  const { pool } = system;
  const now = system.now();
  const known = new Map<string, string>();
  const dayOf = (timezone: string, lastHour: Date): string => {
    const key = `${timezone} ${lastHour.getTime()}`;
    const day = known.get(key) ?? lastClosedDay({ timezone, lastHour, now }).toString();
    known.set(key, day);
    return day;
  };
  // Some time zones are 14 hours ahead of UTC.
  const { rows } = await pool.query<Candidate>(
    `SELECT f.advertiser_id AS "advertiserId", a.seat_id AS "seatId", a.timezone, f.last_hour AS "lastHour",
       a.created_at AS "createdAt", f.closed_day::text AS "closedDay"
     FROM fact_hour f JOIN advertiser a ON a.id = f.advertiser_id
     WHERE f.closed_day IS NULL OR f.closed_day <
       (least($1::timestamptz - interval '6 hours', f.last_hour + interval '1 hour') AT TIME ZONE 'UTC'
        + interval '14 hours')::date - 1`,
    [now],
  );
  const moved = rows
    .map((row) => ({ ...row, day: dayOf(row.timezone, row.lastHour) }))
    .filter(({ day, closedDay }) => closedDay === null || closedDay < day)
    .map(({ createdAt, lastHour: _, ...row }) => ({ ...row, from: firstUntold({ ...row, createdAt }) }));
  if (moved.length === 0) return;
  await pool.query(ENQUEUE_MOVED, [JSON.stringify(moved), now]);
}

function firstUntold(row: {
  day: string;
  closedDay: string | null;
  createdAt: Date;
  timezone: string;
}): string {
  const { day, closedDay, createdAt, timezone } = row;
  const newest = Temporal.PlainDate.from(day);
  const earliest = newest.subtract({ days: MAX_DAYS - 1 });
  const next = closedDay
    ? Temporal.PlainDate.from(closedDay).add({ days: 1 })
    : Temporal.Instant.fromEpochMilliseconds(createdAt.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(a, b) < 0 ? b : a;
  const from = later(next, earliest);
  return (Temporal.PlainDate.compare(from, newest) > 0 ? newest : from).toString();
}

/**
 * Further parts of a WITH that enqueue events for closed days. `from` has `(advertiser_id, seat_id, timezone, day,
 * at)`.
 */
export const enqueueDays = (from: string): string => `
  happened AS (
    SELECT row_number() OVER (ORDER BY advertiser_id, day) AS nr, seat_id, advertiser_id, 'books.closed' AS event,
      'Advertiser:' || advertiser_id AS resource, at,
      (SELECT row_to_json(data)::text FROM (
         SELECT advertiser_id AS "advertiserId", day::date AS day, timezone) AS data) AS data
    FROM ${from}
  ), ${ENQUEUE}`;

/** A row that a load of facts has locked, or that another process has just moved, is skipped until the next call. */
const ENQUEUE_MOVED = `
  WITH moved AS (
    SELECT m.* FROM jsonb_to_recordset($1::jsonb) AS m
      ("advertiserId" int, "seatId" int, timezone text, "closedDay" date, day date, "from" date)
    JOIN fact_hour f ON f.advertiser_id = m."advertiserId" AND f.closed_day IS NOT DISTINCT FROM m."closedDay"
    FOR UPDATE OF f SKIP LOCKED
  ), closed AS (
    UPDATE fact_hour f SET closed_day = m.day FROM moved m WHERE f.advertiser_id = m."advertiserId"
  ), days AS (
    SELECT m."advertiserId" AS advertiser_id, m."seatId" AS seat_id, m.timezone, d.day, $2::timestamptz AS at
    FROM moved m CROSS JOIN LATERAL generate_series(m."from"::timestamp, m.day, interval '1 day') AS d (day)
    WHERE NOT EXISTS (SELECT FROM day_close c WHERE c.advertiser_id = m."advertiserId" AND c.day = d.day::date)
  ), ${enqueueDays('days')}
  SELECT count(*) FROM notified`;

/** Notifies webhooks that an operator closed a day that was not closed before, in the same transaction. */
export async function enqueueMarkedDay(
  db: Db,
  options: {
    advertiser: { id: number; seatId: number; timezone: string };
    day: Temporal.PlainDate;
    at: Date;
  },
): Promise<void> {
  const { advertiser, day, at } = options;
  const { id: advertiserId, seatId, timezone } = advertiser;
  const facts = await db.factHour.findUnique({ where: { advertiserId } });
  const closedDay = facts?.closedDay?.toISOString().slice(0, 10);
  if (closedDay !== undefined && closedDay >= day.toString()) return;
  const resource = `Advertiser:${advertiserId}`;
  const occurrence: WebhookOccurrence = {
    ...{ seatId, advertiserId, event: 'books.closed', resource, at },
    data: { advertiserId, day: day.toString(), timezone },
  };
  await enqueueWebhooks(db, [occurrence]);
}
