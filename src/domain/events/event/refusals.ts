import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import type { DomainContext, System } from '../../context.ts';
import type { DeliveryQuery } from '../../reporting/delivery/delivery-query.ts';
import { Values } from '../../reporting/delivery/sql.ts';
import { pixelStepsSql } from './counts.ts';

const HOURS = 24;
const REASON_DAYS = 7;
/** The maximum number of pixels that are listed. */
export const MAX_REFUSED = 25;
/** The maximum number of reasons of a pixel that are listed. */
export const MAX_REASONS = 100;
/** The maximum number of reasons that are counted for a pixel and an hour. Further ones are only counted as refused. */
const MAX_REASONS_OF_HOUR = 50;

/** Requests for a pixel that were refused since a time. */
export interface EventRefusals {
  readonly pixelId: number;
  readonly requests: number;
  /** The events of those requests. */
  readonly count: number;
  readonly since: Date;
  readonly latestAt: Date;
}

/** Refusals of a pixel that were not stored yet. */
export interface RefusalCount {
  readonly pixelId: number;
  readonly requests: number;
  /** The events of those requests. */
  readonly events: number;
  readonly reasons: ReadonlyMap<string, ReasonCount>;
}

export interface ReasonCount {
  readonly field: string;
  readonly reason: string;
  readonly events: number;
}

/** Counts refused requests and events in one row per pixel and hour, and the events in one per reason as well. */
export async function countRefusals(
  { pool, now }: Pick<System, 'pool' | 'now'>,
  refused: readonly RefusalCount[],
): Promise<void> {
  // In the order of the keys, so that processes that count the same pixels do not wait for each other in a circle.
  const counted = refused.filter(({ requests }) => requests > 0).sort((a, b) => a.pixelId - b.pixelId);
  if (counted.length === 0) return;
  const reasons = counted.flatMap(({ pixelId, reasons }) =>
    [...reasons.values()].map((reason) => ({ pixelId, ...reason })),
  );
  await pool.query(
    `WITH moment AS (SELECT date_trunc('hour', $1::timestamptz, 'UTC') AS hour), counted AS (
       INSERT INTO event_refusal (pixel_id, hour, requests, latest_at, events)
       SELECT pixel_id, hour, requests, $1, events
       FROM moment, unnest($2::int[], $3::int[], $4::int[]) AS counted (pixel_id, requests, events)
       ON CONFLICT (pixel_id, hour) DO UPDATE
       SET requests = event_refusal.requests + excluded.requests, latest_at = excluded.latest_at,
         events = event_refusal.events + excluded.events
     )
     INSERT INTO event_refusal_reason AS known (pixel_id, hour, field, reason, events, latest_at)
     SELECT c.pixel_id, hour, c.field, c.reason, c.events, $1
     FROM moment, unnest($5::int[], $6::text[], $7::text[], $8::int[]) AS c (pixel_id, field, reason, events)
     WHERE EXISTS (SELECT FROM event_refusal_reason k WHERE k.pixel_id = c.pixel_id AND k.hour = moment.hour
         AND k.field = c.field AND k.reason = c.reason)
       OR (SELECT count(*) FROM event_refusal_reason k
         WHERE k.pixel_id = c.pixel_id AND k.hour = moment.hour) < ${MAX_REASONS_OF_HOUR}
     ORDER BY 1, 3, 4
     ON CONFLICT (pixel_id, hour, field, reason) DO UPDATE
     SET events = known.events + excluded.events, latest_at = excluded.latest_at`,
    [
      now(),
      ...[counted.map(({ pixelId }) => pixelId), counted.map(({ requests }) => requests)],
      ...[counted.map(({ events }) => events), reasons.map(({ pixelId }) => pixelId)],
      ...[reasons.map(({ field }) => field), reasons.map(({ reason }) => reason)],
      reasons.map(({ events }) => events),
    ],
  );
}

/**
 * Returns the pixels of the caller's seat with refused requests since a time, by default in the last 24 hours, most
 * refusals first.
 */
export async function listRefusals(
  ctx: DomainContext,
  { pixelId, since }: { pixelId?: number | undefined; since?: Date | undefined } = {},
): Promise<EventRefusals[]> {
  const first = since ?? new Date(ctx.now().getTime() - HOURS * 3_600_000);
  const { rows } = await ctx.pool.query<Omit<EventRefusals, 'since'>>(
    `SELECT pixel_id AS "pixelId", sum(requests)::int AS requests, sum(greatest(events, requests))::float8 AS count,
       max(latest_at) AS "latestAt"
     FROM event_refusal JOIN pixel ON pixel.id = pixel_id
     WHERE pixel.seat_id = $1 AND hour > $2 AND ($4::int IS NULL OR pixel_id = $4)
     GROUP BY pixel_id ORDER BY requests DESC, pixel_id LIMIT $3`,
    [ctx.seatId, first, MAX_REFUSED, pixelId ?? null],
  );
  return rows.map((row) => ({ ...row, since: first }));
}

export interface RefusalReason {
  readonly field: string | null;
  readonly reason: string;
  readonly events: number;
  readonly latestAt: Date;
}

/**
 * Returns why events of pixels were refused since a time, by default in the last seven days, by pixel, the most
 * frequent reasons first.
 */
export async function refusalReasons(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'now'>,
  pixelIds: readonly number[],
  since = new Date(ctx.now().getTime() - REASON_DAYS * 24 * 3_600_000),
): Promise<ReadonlyMap<number, RefusalReason[]>> {
  const { rows } = await ctx.pool.query<ReasonOfPixel>(
    `SELECT p.id AS "pixelId", r.* FROM pixel p CROSS JOIN LATERAL (${reasonsSql('p.id', 'hour > $3')}) r
     WHERE p.id = ANY ($1::int[]) AND p.seat_id = $2`,
    [pixelIds, ctx.seatId, since],
  );
  return byPixel(pixelIds, rows);
}

/** Returns the same for the days of a range, like `countEvents`: an hour belongs to the day in which it begins. */
export async function refusalReasonsIn(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'now'>,
  pixelIds: readonly number[],
  { range, timezone }: Pick<DeliveryQuery, 'range' | 'timezone'>,
): Promise<ReadonlyMap<number, RefusalReason[]>> {
  const values = new Values();
  const steps = pixelStepsSql(ctx, pixelIds, { ...{ range, timezone, interval: null }, values });
  const text = `WITH ${steps} SELECT n.id AS "pixelId", r.* FROM n JOIN steps s ON s.zone = n.zone
    CROSS JOIN LATERAL (${reasonsSql('n.id', 'hour >= s.since AND hour < s.until')}) r`;
  const { rows } = await queryPrepared<ReasonOfPixel>(ctx.pool, { text, values: values.list });
  return byPixel(pixelIds, rows);
}

type ReasonOfPixel = RefusalReason & { readonly pixelId: number };

const reasonsSql = (pixel: string, hours: string): string =>
  `SELECT nullif(field, '') AS field, reason, sum(events)::float8 AS events, max(latest_at) AS "latestAt"
   FROM event_refusal_reason WHERE pixel_id = ${pixel} AND ${hours}
   GROUP BY 1, 2 ORDER BY 3 DESC, 1 NULLS FIRST, 2 LIMIT ${MAX_REASONS}`;

function byPixel(pixelIds: readonly number[], rows: readonly ReasonOfPixel[]): Map<number, RefusalReason[]> {
  const found = new Map<number, RefusalReason[]>(pixelIds.map((id) => [id, []]));
  for (const { pixelId, ...reason } of rows) found.get(pixelId)?.push(reason);
  return found;
}
