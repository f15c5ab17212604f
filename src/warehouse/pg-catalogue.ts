import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../platform/database/transaction/in-transaction.ts';
import type { Alongside, Catalogue, FactFile, NewFile, NewLoad } from './catalogue.ts';
import type { FactKind } from './columns.ts';
import { addDelivery, addLineDays } from './delivery/add.ts';
import { notifyDelivery } from './delivery/notify.ts';

/** Returns the catalogue of fact files in PostgreSQL (prisma/schema/report.prisma). */
export function createPgCatalogue(pool: Pool): Catalogue {
  return {
    findLoad: async (sha256) => {
      const { rows } = await pool.query('SELECT rows FROM fact_load WHERE sha256 = $1', [sha256]);
      return rows[0] ? { rows: Number(rows[0].rows) } : null;
    },
    foreignAds: async (pairs) => {
      const { rows } = await pool.query(
        `SELECT p.ad_id AS "adId", p.line_id AS "lineId" FROM unnest($1::int[], $2::int[]) p(ad_id, line_id)
         WHERE NOT EXISTS (SELECT FROM ad WHERE ad.id = p.ad_id AND ad.line_id = p.line_id)`,
        [pairs.map(({ adId }) => adId), pairs.map(({ lineId }) => lineId)],
      );
      return rows;
    },
    register: (load, alongside) => inTransaction(pool, (client) => register(client, load, alongside)),
    files: async ({ kinds, first, last }) => {
      const { rows } = await pool.query(
        `SELECT name, kind, rows, bytes, min_hour, max_hour FROM fact_file
         WHERE kind = ANY($1) AND retired_at IS NULL
           AND ($2::timestamptz IS NULL OR max_hour >= $2) AND ($3::timestamptz IS NULL OR min_hour <= $3)
         ORDER BY name`,
        [kinds, first, last],
      );
      return rows.map(fileOf);
    },
  };
}

/**
 * Lists files and copies their facts to delivery. Workers of the previous version copy them to their own
 * tables, except for files that were merged from files there (`inDays`).
 */
export async function insertFiles(
  client: PoolClient,
  files: readonly NewFile[],
  { inDays = false }: { inDays?: boolean } = {},
): Promise<void> {
  for (const file of files) {
    const { rows } = await client.query<{ number: number }>(
      `INSERT INTO fact_file (name, kind, rows, bytes, min_hour, max_hour, in_delivery, rolled_up, summed)
       VALUES ($1, $2, $3, $4, $5, $6, true, $7, $7) RETURNING number`,
      [file.name, file.kind, file.rows, file.bytes, file.minHour, file.maxHour, inDays],
    );
    for (const { number } of rows) await addDelivery(client, { file, number, paths: file.rollUp });
    if (file.kind === 'delivery') await addLineDays(client);
  }
}

async function register(client: PoolClient, load: NewLoad, alongside?: Alongside): Promise<boolean> {
  // Because the hash is unique, a second load of the same content waits here until the first one is done.
  const { rowCount } = await client.query(
    'INSERT INTO fact_load (sha256, source, rows) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [load.sha256, load.source, load.rows],
  );
  if (rowCount === 0) return false;
  await insertFiles(client, load.files);
  await notifyDelivery(
    client,
    load.lastHours.map(({ advertiserId }) => advertiserId),
  );
  await client.query(
    `INSERT INTO fact_hour (advertiser_id, last_hour)
     SELECT * FROM unnest($1::int[], $2::timestamptz[])
     ON CONFLICT (advertiser_id) DO UPDATE SET last_hour = greatest(fact_hour.last_hour, excluded.last_hour)`,
    [load.lastHours.map(({ advertiserId }) => advertiserId), load.lastHours.map(({ lastHour }) => lastHour)],
  );
  await alongside?.(client);
  return true;
}

function fileOf(row: {
  name: string;
  kind: FactKind;
  rows: string;
  bytes: string;
  min_hour: Date;
  max_hour: Date;
}): FactFile {
  return {
    name: row.name,
    kind: row.kind,
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    minHour: row.min_hour,
    maxHour: row.max_hour,
  };
}
