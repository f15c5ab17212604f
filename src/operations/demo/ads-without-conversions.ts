import type { Pool } from 'pg';
import { plannedLines } from './plan.ts';

/** Returns the IDs of the seat's ads that no conversion follows in the plan. */
export async function adsWithoutConversions(pool: Pool, seatId: number): Promise<ReadonlySet<number>> {
  const planned = plannedLines().flatMap(({ name, ads }) =>
    ads.filter(({ hasNoConversions }) => hasNoConversions).map((ad) => [name, ad.creative]),
  );
  const { rows } = await pool.query<{ id: number }>(
    `SELECT ad.id FROM ad JOIN line l ON l.id = ad.line_id JOIN creative c ON c.id = ad.creative_id
     JOIN unnest($2::text[], $3::text[]) AS planned (line, creative)
       ON planned.line = l.name AND planned.creative = c.name
     WHERE ad.seat_id = $1`,
    [seatId, planned.map(([line]) => line), planned.map(([, creative]) => creative)],
  );
  return new Set(rows.map(({ id }) => id));
}
