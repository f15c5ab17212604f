import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { FactFile } from '../../warehouse/catalogue.ts';
import { addDays, tellDelivery } from '../../warehouse/delivery-days.ts';
import type { Table } from '../../warehouse/engine.ts';
import type { Warehouse } from '../../warehouse/load.ts';
import { insertFiles, inTransaction } from '../../warehouse/pg-catalogue.ts';
import type { System } from '../context.ts';

/** Conversions of one file; the rest follows in the next. */
const BATCH = 50_000;
/** A value beyond it is no amount of money: its conversion counts, its value does not. */
const LARGEST_VALUE = 1e15;

const COLUMNS: Table['columns'] = [
  { name: 'hour', type: 'VARCHAR' },
  { name: '"advertiserId"', type: 'INTEGER' },
  { name: '"campaignId"', type: 'INTEGER' },
  { name: '"lineId"', type: 'INTEGER' },
  { name: '"packageId"', type: 'INTEGER' },
  { name: '"adId"', type: 'INTEGER' },
  { name: 'conversions', type: 'INTEGER' },
  { name: '"conversionValue"', type: 'VARCHAR' },
  { name: '"valueCurrency"', type: 'VARCHAR' },
];

/**
 * Moves conversions that no report knows yet into a file of facts, by the hour of their upload (RULINGS
 * C6). The rows are marked and the file listed in one transaction, so each counts exactly once, whatever
 * crashes and however many processes try. @returns how many were moved; unattributed ones move nowhere
 */
export async function flowConversions(system: System, warehouse: Warehouse): Promise<number> {
  return inTransaction(system.pool, async (client) => {
    const taken = await takeBatch(client);
    if (taken.rows.length === 0) return taken.count;
    const days = await warehouse.files.draft();
    try {
      await insertFiles(client, [await writeFile(warehouse, taken.rows, days)]);
      await addDays(client, [days]);
      await tellDelivery(client, [...new Set(taken.rows.map(([, advertiserId]) => Number(advertiserId)))]);
    } finally {
      await warehouse.files.remove(days);
    }
    return taken.count;
  });
}

async function takeBatch(client: PoolClient): Promise<{ count: number; rows: Table['rows'] }> {
  const { rows } = await client.query(
    `WITH batch AS (
       SELECT seat_id, dp, event_id FROM conversion WHERE NOT in_facts
       ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE conversion c SET in_facts = true FROM batch b
       WHERE c.seat_id = b.seat_id AND c.dp = b.dp AND c.event_id = b.event_id
       RETURNING c.received_at, c.advertiser_id, c.campaign_id, c.line_id, c.ad_id, c.gv, c.gc
     )
     SELECT to_char(date_trunc('hour', t.received_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS') AS hour,
       t.advertiser_id, t.campaign_id, t.line_id, l.package_id, t.ad_id, count(*)::int AS conversions,
       round(coalesce(sum(t.gv) FILTER (WHERE abs(t.gv) < $2), 0), 6)::text AS value, t.gc
     FROM taken t LEFT JOIN line l ON l.id = t.line_id
     GROUP BY 1, 2, 3, 4, 5, 6, t.gc`,
    [BATCH, LARGEST_VALUE],
  );
  const count = rows.reduce((sum, row) => sum + row.conversions, 0);
  const attributed = rows.filter((row) => row.advertiser_id !== null);
  return {
    count,
    rows: attributed.map((row) => [
      row.hour,
      row.advertiser_id,
      row.campaign_id,
      row.line_id,
      row.package_id,
      row.ad_id,
      row.conversions,
      row.value,
      row.gc,
    ]),
  };
}

async function writeFile(
  { engine, dialect, files }: Warehouse,
  rows: Table['rows'],
  days: string,
): Promise<FactFile> {
  const draft = await files.draft();
  const { tables = [], statements } = dialect.writeConversions({ columns: COLUMNS, rows }, draft);
  const [about] = await engine.run({
    tables,
    statements: [...statements, dialect.rollUp(draft, 'conversion', days), dialect.describe(draft)],
  });
  const minHour = new Date(String(about?.minHour));
  const name = `facts/conversion/${minHour.toISOString().slice(0, 7)}/${randomUUID()}.parquet`;
  const bytes = await files.publish(draft, name);
  const maxHour = new Date(String(about?.maxHour));
  return { name, kind: 'conversion', rows: rows.length, bytes, minHour, maxHour };
}
