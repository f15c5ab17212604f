import type { Pool } from 'pg';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { filledSql, flightGroups } from './flights.ts';
import { LEVELS } from './levels.ts';

export interface FlightSpent {
  readonly lineId: number;
  readonly flightId: number;
  /** In the advertiser's currency. */
  readonly spent: string;
}

/**
 * Returns what lines have spent at a given time, divided among their flights, for the simulation.
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
       SELECT n.id AS "lineId", g.ids[nr] AS "flightId", p.delivered[nr] AS spent
       FROM (${LEVELS.Line.rows}) CROSS JOIN (SELECT $2::timestamptz AS at) moment
         CROSS JOIN LATERAL (${flightGroups('n.id')}) g
         CROSS JOIN LATERAL (${filledSql({ ...spender, now: 'moment.at' })}) p
         CROSS JOIN generate_subscripts(p.delivered, 1) nr
       WHERE n.id = ANY ($1)) q ON true`,
    [lineIds, at],
  );
  refuseBehind(rows[0]);
  return rows.filter(({ lineId }) => lineId !== null);
}
