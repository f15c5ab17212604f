import type { Pool, PoolClient } from 'pg';
import type { PlannedConversion } from '../auction/conversions.ts';
import type { FactRecord } from './hour-facts.ts';

/** Facts and conversions of earlier hours that are due now. */
export interface Due {
  readonly ids: readonly string[];
  readonly facts: readonly FactRecord[];
  readonly conversions: readonly PlannedConversion[];
}

/** Returns what is due at a time: facts up to it, conversions before it. */
export async function readDue(pool: Pool, until: Date): Promise<Due> {
  const { rows } = await pool.query<
    { id: string } & ({ kind: 'fact'; body: FactRecord } | { kind: 'conversion'; body: PlannedConversion })
  >(
    // A load would refuse an ad that has been moved to another line since.
    `SELECT id, kind, CASE WHEN kind = 'fact' AND NOT EXISTS (
         SELECT FROM ad WHERE ad.id = (body->>'adId')::int AND ad.line_id = (body->>'lineId')::int)
       THEN body || '{"adId": ""}' ELSE body END AS body
     FROM sandbox_pending
     WHERE due_at < $1 OR (kind = 'fact' AND due_at = $1) ORDER BY id`,
    [until],
  );
  return {
    ids: rows.map(({ id }) => id),
    facts: rows.flatMap((row) => (row.kind === 'fact' ? [row.body] : [])),
    conversions: rows.flatMap((row) => (row.kind === 'conversion' ? [row.body] : [])),
  };
}

/** What an hour produces for later. */
export type Later =
  | { readonly kind: 'fact'; readonly dueAt: number; readonly body: FactRecord }
  | { readonly kind: 'conversion'; readonly dueAt: number; readonly body: PlannedConversion };

/** Deletes what was due, and stores what will be due later. */
export async function storePending(
  client: PoolClient,
  { done, later }: { done: readonly string[]; later: readonly Later[] },
): Promise<void> {
  await client.query('DELETE FROM sandbox_pending WHERE id = ANY($1::bigint[])', [done]);
  await client.query(
    `INSERT INTO sandbox_pending (kind, due_at, body)
     SELECT kind, to_timestamp("dueAt" / 1000), body
     FROM jsonb_to_recordset($1::jsonb) AS later (kind text, "dueAt" float8, body jsonb)`,
    [JSON.stringify(later)],
  );
}
