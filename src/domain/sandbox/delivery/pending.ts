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

interface PendingSpend {
  readonly campaignId: number;
  readonly spent: number;
  readonly daySpent: number;
  readonly monthSpent: number;
}

/**
 * Returns what campaigns have spent that facts do not show yet, in millionths of the advertiser's currency: in all, on
 * the day of a time and in its month.
 */
export async function readPendingSpend(
  pool: Pool,
  campaignIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, PendingSpend>> {
  const sum = (when = 'true') =>
    `coalesce(floor(sum(f.spend / usd_per_unit(f.currency, f.hour::date)) FILTER (WHERE ${when}) * 1000000), 0)::float8`;
  const since = (unit: 'day' | 'month') =>
    sum(`date_trunc('${unit}', f.local) = date_trunc('${unit}', $2::timestamptz AT TIME ZONE f.timezone)`);
  const { rows } = await pool.query<PendingSpend>(
    `SELECT f.id AS "campaignId", ${sum()} AS spent, ${since('day')} AS "daySpent", ${since('month')} AS "monthSpent"
     FROM (SELECT n.id, a.currency, a.timezone, (p.body->>'spend')::float8 AS spend,
         (p.body->>'hour')::timestamptz AT TIME ZONE 'UTC' AS hour, (p.body->>'hour')::timestamptz AT TIME ZONE a.timezone AS local
       FROM sandbox_pending p JOIN campaign n ON n.id = (p.body->>'campaignId')::int
         JOIN advertiser a ON a.id = n.advertiser_id
       WHERE p.kind = 'fact' AND n.id = ANY($1)) f
     GROUP BY 1`,
    [campaignIds, at],
  );
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** The same of lines, in all and on the day of a time. */
export async function readPendingSpendOfLines(
  pool: Pool,
  lineIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, Pick<PendingSpend, 'spent' | 'daySpent'>>> {
  const spend = (when = 'true') =>
    `coalesce(floor(sum(f.spend / usd_per_unit(f.currency, f.hour::date)) FILTER (WHERE ${when}) * 1000000), 0)::float8`;
  const { rows } = await pool.query<{ lineId: number; spent: number; daySpent: number }>(
    `SELECT f.id AS "lineId", ${spend()} AS spent, ${spend('f.local::date = f.today')} AS "daySpent"
     FROM (SELECT n.id, a.currency, (p.body->>'spend')::float8 AS spend,
         (p.body->>'hour')::timestamptz AT TIME ZONE 'UTC' AS hour, (p.body->>'hour')::timestamptz AT TIME ZONE a.timezone AS local,
         ($2::timestamptz AT TIME ZONE a.timezone)::date AS today
       FROM sandbox_pending p JOIN line n ON n.id = (p.body->>'lineId')::int
         JOIN advertiser a ON a.id = n.advertiser_id
       WHERE p.kind = 'fact' AND n.id = ANY($1)) f
     GROUP BY 1`,
    [lineIds, at],
  );
  return new Map(rows.map((row) => [row.lineId, row]));
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
