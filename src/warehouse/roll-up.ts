import type { Pool } from 'pg';
import type { FactKind } from './columns.ts';
import { addDays, lockDays } from './delivery-days.ts';
import type { Warehouse } from './load.ts';
import { inTransaction } from './pg-catalogue.ts';

/** Empties the roll-up and builds it again from the listed files. @returns the number of files */
export async function rebuildDays(pool: Pool, warehouse: Warehouse): Promise<number> {
  await inTransaction(pool, async (client) => {
    await lockDays(client);
    await client.query('TRUNCATE delivery_day, delivery_line_day, delivery_line_week, delivery_ad_week');
    await client.query('UPDATE fact_file SET rolled_up = false, summed = false WHERE retired_at IS NULL');
  });
  return rollUpFiles(pool, warehouse);
}

/** Rolls up listed files that are not yet: those of an earlier version, or of a rebuild that was interrupted. */
export async function rollUpFiles(pool: Pool, warehouse: Warehouse): Promise<number> {
  let files = 0;
  while (await rollUpNext(pool, warehouse)) files += 1;
  return files;
}

async function rollUpNext(pool: Pool, { engine, dialect, files }: Warehouse): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string; kind: FactKind; has_days: boolean }>(
      `SELECT name, kind, rolled_up AS has_days FROM fact_file WHERE NOT (rolled_up AND summed) AND retired_at IS NULL
       ORDER BY min_hour, name LIMIT 1 FOR UPDATE`,
    );
    const [file] = rows;
    if (!file) return false;
    const days = await files.draft();
    try {
      await files.use([file.name], ([place = '']) =>
        engine.run({ statements: [dialect.rollUp(place, file.kind, days)] }),
      );
      await addDays(client, [days], { hasDays: file.has_days });
    } finally {
      await files.remove(days);
    }
    await client.query('UPDATE fact_file SET rolled_up = true, summed = true WHERE name = $1', [file.name]);
    return true;
  });
}
