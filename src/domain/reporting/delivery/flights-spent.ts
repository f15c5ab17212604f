import type { Pool } from 'pg';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { filledSql, flightGroups } from './flights.ts';
import { LEVELS } from './levels.ts';

export interface FlightSpent {
  readonly lineId: number;
  readonly flightId: number;
  /** In the advertiser's currency. */
  readonly spent: string;
  /** The day of the advertiser's time zone: `2026-01-31`. */
  readonly day: string;
  readonly daySpent: string;
}

/**
 * Returns what lines have spent at a given time, in all and on that day, divided among their flights, for the simulation.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readFlightsSpent(
  pool: Pool,
  lineIds: readonly number[],
  at: Date,
): Promise<FlightSpent[]> {
  const spender = {
    level: 'line',
    id: 'n.id',
    advertiserId: 'n.advertiser_id',
    currency: 'a.currency',
  } as const;
  const { rows } = await pool.query<FlightSpent & { behind: boolean }>(
    `SELECT x.behind, q.* FROM (SELECT ${IS_BEHIND} AS behind) x LEFT JOIN (
       SELECT n.id AS "lineId", g.ids[nr] AS "flightId", p.delivered[nr] AS spent, moment.day::text,
         p.delivered[nr] - coalesce(p.earlier[nr], 0) AS "daySpent"
       FROM (${LEVELS.Line.rows}) CROSS JOIN LATERAL (
           SELECT $2::timestamptz AS at, ($2::timestamptz AT TIME ZONE a.timezone)::date AS day) moment
         CROSS JOIN LATERAL (${flightGroups('n.id')}) g
         CROSS JOIN LATERAL (${filledSql({ ...spender, now: 'moment.at' }, { since: 'start_of_day(moment.day, a.timezone)' })}) p
         CROSS JOIN generate_subscripts(p.delivered, 1) nr
       WHERE n.id = ANY ($1)) q ON true`,
    [lineIds, at],
  );
  refuseBehind(rows[0]);
  return rows.filter(({ lineId }) => lineId !== null);
}
