import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../platform/database/transaction/in-transaction.ts';
import { withLease } from '../platform/database/transaction/lease.ts';
import type { NewFile } from './catalogue.ts';
import type { FactKind } from './columns.ts';
import { lockDelivery } from './delivery/add.ts';
import { writeRollUp } from './delivery/write.ts';
import type { Warehouse } from './load.ts';
import { insertFiles } from './pg-catalogue.ts';
import { removeUnnamed } from './unnamed-files.ts';

/** When there are this many small files of one kind and month, they are merged into one. */
const ENOUGH_FILES = 20;
const SMALL_BYTES = 32 * 1024 * 1024;
/** The maximum number of files in one merge, which sorts them. The rest is merged the next time. */
const MAX_FILES = 64;
const LEASE = { name: 'compaction', lifeS: 60 };
/** Longer than any report takes, so that a report that started with the old files can finish with them. */
const RETIRED_LIFE_MIN = 60;

/**
 * Merges small files where there are many, in one process at a time.
 * @returns the number of replaced files
 */
export async function compactFacts(pool: Pool, warehouse: Warehouse): Promise<number> {
  return (await withLease(pool, LEASE, () => mergeAll(pool, warehouse))) ?? 0;
}

async function mergeAll(pool: Pool, warehouse: Warehouse): Promise<number> {
  const { rows: groups } = await pool.query<Group>(
    `SELECT kind, rolled_up AND summed AS "inDays", (array_agg(name ORDER BY bytes, name))[:$3] AS names FROM fact_file
     WHERE retired_at IS NULL AND in_delivery AND bytes < $1
     GROUP BY 1, 2, date_trunc('month', min_hour AT TIME ZONE 'UTC') HAVING count(*) >= $2`,
    [SMALL_BYTES, ENOUGH_FILES, MAX_FILES],
  );
  let replaced = 0;
  for (const group of groups) {
    if (await mergeFiles(pool, warehouse, group)) replaced += group.names.length;
  }
  return replaced;
}

interface Group {
  readonly kind: FactKind;
  /** Whether the files are in the tables of the previous version. */
  readonly inDays: boolean;
  readonly names: string[];
}

/** @returns false if another process merged some of them in the meantime */
async function mergeFiles(
  pool: Pool,
  { engine, dialect, files }: Warehouse,
  { kind, inDays, names }: Group,
): Promise<boolean> {
  const draft = await files.draft();
  const [about] = await files.use(names, (paths) =>
    engine.run({ statements: [dialect.writeFacts(paths, null, draft), dialect.describe(draft)] }),
  );
  const minHour = new Date(String(about?.minHour));
  const name = `facts/${kind}/${minHour.toISOString().slice(0, 7)}/${randomUUID()}.parquet`;
  const rows = Number(about?.rows);
  const rollUp = await writeRollUp({ engine, dialect, files }, draft, { kind, rows });
  try {
    const bytes = await files.publish(draft, name);
    const maxHour = new Date(String(about?.maxHour));
    const merged: NewFile = { name, kind, rows, bytes, minHour, maxHour, rollUp };
    const done = await inTransaction(pool, (client) => replace(client, { names, inDays, merged }));
    if (!done) await files.remove(name);
    return done;
  } finally {
    for (const filePath of rollUp) await files.remove(filePath);
  }
}

/** A trigger removes retired files from delivery. */
async function replace(
  client: PoolClient,
  { names, inDays, merged }: Pick<Group, 'names' | 'inDays'> & { merged: NewFile },
): Promise<boolean> {
  await lockDelivery(client);
  const { rows } = await client.query(
    `SELECT name FROM fact_file WHERE name = ANY($1) AND retired_at IS NULL AND in_delivery
     AND (rolled_up AND summed) = $2 FOR UPDATE`,
    [names, inDays],
  );
  if (rows.length !== names.length) return false;
  await client.query('UPDATE fact_file SET retired_at = now() WHERE name = ANY($1)', [names]);
  await insertFiles(client, [merged], { inDays });
  return true;
}

/** Removes files that compaction replaced long enough ago. */
export async function removeRetired(pool: Pool, { files }: Pick<Warehouse, 'files'>): Promise<void> {
  const { rows: retired } = await pool.query(
    `DELETE FROM fact_file WHERE retired_at < now() - make_interval(mins => $1) RETURNING name`,
    [RETIRED_LIFE_MIN],
  );
  for (const { name } of retired) await files.remove(name);
}

/** Removes fact files that were published, but not registered in the catalogue. */
export const removeUnregistered = (pool: Pool, { files }: Pick<Warehouse, 'files'>): Promise<void> =>
  removeUnnamed({
    ...{ pool, files, folder: 'facts' },
    named: 'SELECT name FROM fact_file WHERE name = ANY($1)',
  });
