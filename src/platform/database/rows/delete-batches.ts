import type { Pool } from 'pg';

const BATCH = 5_000;

/**
 * Deletes the rows of a table that match a condition, in batches: a statement that deletes millions of rows
 * would time out and start again. Locked rows are skipped until the next run. Several processes share the
 * work.
 * @returns the number of deleted rows
 */
export async function deleteInBatches(
  pool: Pool,
  { table, where, values = [] }: { table: string; where: string; values?: unknown[] },
): Promise<number> {
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
  for (let removed = 0; ; ) {
    const { rowCount } = await pool.query(text, values);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return removed;
  }
}
