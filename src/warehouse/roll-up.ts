import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction/in-transaction.ts';
import type { FactKind } from './columns.ts';
import { addDelivery, addLineDays, lockDelivery } from './delivery/add.ts';
import { writeRollUp } from './delivery/write.ts';
import type { Warehouse } from './load.ts';

/**
 * Empties the roll-up and rebuilds it from the registered files.
 * @returns the number of files
 */
export async function rebuildDelivery(pool: Pool, warehouse: Warehouse): Promise<number> {
  await inTransaction(pool, async (client) => {
    await lockDelivery(client);
    await client.query('TRUNCATE delivery_span, delivery_spend_day, delivery_conversion');
    await client.query('UPDATE fact_file SET in_delivery = false WHERE in_delivery');
  });
  return rollUpFiles(pool, warehouse);
}

/**
 * Rolls up the registered files that are not rolled up yet: those of an earlier version, or of an interrupted
 * rebuild.
 */
export async function rollUpFiles(pool: Pool, warehouse: Warehouse): Promise<number> {
  let files = 0;
  while (await rollUpNext(pool, warehouse)) files += 1;
  return files;
}

async function rollUpNext(pool: Pool, warehouse: Warehouse): Promise<boolean> {
  const { files } = warehouse;
  return inTransaction(pool, async (client) => {
    await lockDelivery(client);
    const { rows } = await client.query<Found>(
      `SELECT name, kind, rows, number, min_hour AS "minHour", max_hour AS "maxHour" FROM fact_file
       WHERE NOT in_delivery AND retired_at IS NULL ORDER BY max_hour DESC, name LIMIT 1 FOR UPDATE`,
    );
    const [file] = rows;
    if (!file) return false;
    const { name, number, kind } = file;
    const paths = await files.use([name], ([filePath = '']) =>
      writeRollUp(warehouse, filePath, { kind, rows: Number(file.rows) }),
    );
    try {
      await addDelivery(client, { file, number, paths });
    } finally {
      for (const filePath of paths) await files.remove(filePath);
    }
    await client.query('UPDATE fact_file SET in_delivery = true WHERE number = $1', [number]);
    if (kind === 'delivery') await addLineDays(client);
    return true;
  });
}

interface Found {
  readonly name: string;
  readonly kind: FactKind;
  readonly rows: string;
  readonly number: number;
  readonly minHour: Date;
  readonly maxHour: Date;
}
