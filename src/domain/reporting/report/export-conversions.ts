import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { isUncertain } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { withLease } from '../../../platform/database/transaction/lease.ts';
import type { NewFile } from '../../../warehouse/catalogue.ts';
import { notifyDelivery } from '../../../warehouse/delivery/notify.ts';
import { writeRollUp } from '../../../warehouse/delivery/write.ts';
import type { Table } from '../../../warehouse/engine.ts';
import type { Warehouse } from '../../../warehouse/load.ts';
import { insertFiles } from '../../../warehouse/pg-catalogue.ts';
import type { System } from '../../context.ts';

/** The maximum number of conversions of one file; the next file has the rest. */
const BATCH = 50_000;
/** A larger value is not a plausible amount: the conversion counts, its value does not. */
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

const LEASE = { name: 'flow-conversions', lifeS: 60, waits: true };

/** Conversions that are in no facts file yet, by key, and their sums. */
interface Batch {
  readonly seatIds: number[];
  readonly dps: string[];
  readonly eventIds: string[];
  readonly rows: Table['rows'];
}

/**
 * Moves conversions that are in no facts file yet into a new one, by the hour of their upload. The file is written
 * first, which may take long. Then one short transaction lists it and marks the rows; it detects whether another
 * process has marked any of them, so each conversion counts exactly once, whatever crashes.
 * @returns how many were moved; unattributed ones are not moved
 */
export async function exportConversions(system: System, warehouse: Warehouse): Promise<number> {
  return (await withLease(system.pool, LEASE, () => flowBatch(system, warehouse))) ?? 0;
}

async function flowBatch({ pool }: System, warehouse: Warehouse): Promise<number> {
  const batch = await readBatch(pool);
  const count = batch.eventIds.length;
  if (count === 0) return 0;
  const { files } = warehouse;
  let written: NewFile | undefined;
  try {
    if (batch.rows.length > 0) written = await writeFile(warehouse, batch.rows);
    await inTransaction(pool, async (client) => {
      await mark(client, batch);
      if (!written) return;
      await insertFiles(client, [written]);
      await notifyDelivery(client, [...new Set(batch.rows.map(([, advertiserId]) => Number(advertiserId)))]);
    });
    return count;
  } catch (error) {
    // After an uncertain commit, the catalogue may list the file. If it does not, the sweep removes the file.
    if (written && !isUncertain(error)) await files.remove(written.name);
    throw error;
  } finally {
    for (const filePath of written?.rollUp ?? []) await files.remove(filePath);
  }
}

/** Both statements see the same conversions. */
async function readBatch(pool: Pool): Promise<Batch> {
  const read = async (client: PoolClient): Promise<Batch> => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { rows: keys } = await client.query<{ seat_id: number; dp: string; event_id: string }>(
      `SELECT seat_id, dp, event_id FROM (${NEXT}) batch`,
      [BATCH],
    );
    const { rows } = await client.query(
      `SELECT to_char(date_trunc('hour', c.received_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS') AS hour,
         c.advertiser_id, c.campaign_id, c.line_id, l.package_id, c.ad_id, count(*)::int AS conversions,
         round(coalesce(sum(c.gv) FILTER (WHERE abs(c.gv) < $2), 0), 6)::text AS value, c.gc
       FROM (${NEXT}) c LEFT JOIN line l ON l.id = c.line_id
       WHERE c.advertiser_id IS NOT NULL
       GROUP BY 1, 2, 3, 4, 5, 6, c.gc`,
      [BATCH, LARGEST_VALUE],
    );
    return {
      seatIds: keys.map((key) => key.seat_id),
      dps: keys.map(({ dp }) => dp),
      eventIds: keys.map((key) => key.event_id),
      rows: rows.map((row) => [
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
  };
  return inTransaction(pool, read, { isGated: false });
}

const NEXT = `SELECT * FROM conversion WHERE NOT in_facts
  ORDER BY received_at, seat_id, dp, event_id LIMIT $1`;

async function mark(client: PoolClient, { seatIds, dps, eventIds }: Batch): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE conversion c SET in_facts = true FROM unnest($1::int[], $2::text[], $3::text[]) b(seat_id, dp, event_id)
     WHERE c.seat_id = b.seat_id AND c.dp = b.dp AND c.event_id = b.event_id AND NOT c.in_facts`,
    [seatIds, dps, eventIds],
  );
  if (rowCount !== eventIds.length) throw new Error('Another process has moved some of these conversions.');
}

async function writeFile({ engine, dialect, files }: Warehouse, rows: Table['rows']): Promise<NewFile> {
  const draft = await files.draft();
  const { tables = [], statements } = dialect.writeConversions({ columns: COLUMNS, rows }, draft);
  const [about] = await engine.run({
    tables,
    statements: [...statements, dialect.describe(draft)],
  });
  const rollUp = await writeRollUp({ engine, dialect, files }, draft, {
    kind: 'conversion',
    rows: rows.length,
  });
  const minHour = new Date(String(about?.minHour));
  const name = `facts/conversion/${minHour.toISOString().slice(0, 7)}/${randomUUID()}.parquet`;
  const bytes = await files.publish(draft, name);
  const maxHour = new Date(String(about?.maxHour));
  return { name, kind: 'conversion', rows: rows.length, bytes, minHour, maxHour, rollUp };
}
