import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import type { DomainContext } from '../../context.ts';
import { type DayRange, type DeliveryQuery, MAX_DAYS } from '../../reporting/delivery/delivery-query.ts';
import { daysSql, stepsSql, Values } from '../../reporting/delivery/sql.ts';

/** The events of a pixel that arrived in a step of time. */
export interface EventCount {
  readonly start: Date;
  readonly accepted: number;
  readonly refused: number;
  /** A fraction of all; null without any. */
  readonly shareRefused: number | null;
}

interface Row {
  readonly pixelId: number;
  readonly start: Date;
  readonly accepted: number;
  readonly refused: number;
}

/**
 * Returns how many events of pixels were accepted and refused, by pixel: for each step in which there were any, or for
 * the whole range without an interval. Accepted events are those of the receipts. Events that are refused are counted
 * by hour, so an hour belongs to the step in which it begins.
 */
export async function countEvents(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'now'>,
  pixelIds: readonly number[],
  { range, interval, timezone }: Omit<DeliveryQuery, 'currency'>,
): Promise<ReadonlyMap<number, EventCount[]>> {
  const values = new Values();
  const text = `WITH ${pixelStepsSql(ctx, pixelIds, { range, interval, timezone, values })}, whole AS MATERIALIZED (
    SELECT n.id, min(s.since) AS since, max(s.until) AS until FROM n JOIN steps s ON s.zone = n.zone GROUP BY n.id
  ), counted AS (
    SELECT w.id, e.hour, e.accepted, 0 AS refused FROM whole w CROSS JOIN LATERAL (
      SELECT date_trunc('hour', received_at, 'UTC') AS hour, sum(event_count) AS accepted FROM event_receipt
      WHERE pixel_id = w.id AND received_at >= w.since AND received_at < w.until + interval '1 hour'
        AND outcome = 'ACCEPTED' GROUP BY 1) e
    UNION ALL
    SELECT w.id, r.hour, 0, greatest(r.events, r.requests) FROM whole w JOIN event_refusal r
      ON r.pixel_id = w.id AND r.hour >= w.since AND r.hour < w.until
  )
  SELECT n.id AS "pixelId", s.start, sum(c.accepted)::float8 AS accepted, sum(c.refused)::float8 AS refused
  FROM n JOIN steps s ON s.zone = n.zone JOIN counted c ON c.id = n.id AND c.hour >= s.since AND c.hour < s.until
  GROUP BY n.id, s.start ORDER BY n.id, s.start`;
  const { rows } = await queryPrepared<Row>(ctx.pool, { text, values: values.list });
  const found = new Map<number, EventCount[]>(pixelIds.map((id) => [id, []]));
  for (const { pixelId, start, accepted, refused } of rows) {
    const all = accepted + refused;
    const shareRefused = all === 0 ? null : refused / all;
    found.get(pixelId)?.push({ start, accepted, refused, shareRefused });
  }
  return found;
}

/** SQL: tables `n`, the pixels with the zone of their days, and `steps`, the intervals of a range in each of these. */
export function pixelStepsSql(
  ctx: Pick<DomainContext, 'seatId' | 'now'>,
  pixelIds: readonly number[],
  options: Omit<DeliveryQuery, 'currency'> & { readonly values: Values },
): string {
  const { range, interval, timezone, values } = options;
  const now = ctx.now();
  const ids = values.bind([...new Set(pixelIds)], 'int[]');
  const days = daysSql(storedDays(range, now), { zone: 'z.zone', now, values });
  return `n AS MATERIALIZED (
    SELECT p.id, coalesce(${values.bind(timezone, 'text')}, a.timezone) AS zone
    FROM pixel p JOIN advertiser a ON a.id = p.advertiser_id
    WHERE p.id = ANY(${ids}) AND p.seat_id = ${values.bind(ctx.seatId, 'int')}
  ), steps AS MATERIALIZED (
    SELECT z.zone, b.* FROM (SELECT DISTINCT zone FROM n) z,
      LATERAL (${days}) r, LATERAL (${stepsSql(interval, 'z.zone')}) b
  )`;
}

/** All time is that of the facts elsewhere. Receipts are not stored for longer than a range can be. */
function storedDays(range: DayRange, now: Date): DayRange {
  if (!('preset' in range) || range.preset !== 'ALL_TIME') return range;
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return { start: day(2 - MAX_DAYS), end: day(1) };
}
