import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the beginning of the first hour that has facts or conversions of a seat's advertisers, by the ID of the seat.
 * Seats without any are left out. It reads the first entry of an index for each advertiser.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readFirstHours(
  ctx: DomainContext,
  seatIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await queryPrepared<{ id: number; hour: number | null; behind: boolean }>(ctx.pool, {
    text: `SELECT a.seat_id AS id, min(f.hour) AS hour, ${IS_BEHIND} AS behind
      FROM advertiser a CROSS JOIN LATERAL (
        (SELECT d.first_hour AS hour FROM delivery_span d
          WHERE d.advertiser_id = a.id AND d.ad_id < 0 ORDER BY d.first_hour LIMIT 1)
        UNION ALL
        (SELECT c.hour FROM delivery_conversion c WHERE c.advertiser_id = a.id ORDER BY c.hour LIMIT 1)
      ) f
      WHERE a.seat_id = ANY($1::int[]) GROUP BY a.seat_id`,
    values: [seatIds],
  });
  for (const row of rows) refuseBehind(row);
  return new Map(
    rows.flatMap(({ id, hour }) => (hour === null ? [] : [[id, new Date(hour * HOUR_MS)] as const])),
  );
}
