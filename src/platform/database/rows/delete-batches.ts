import type { Pool } from 'pg';

const BATCH = 5_000;

/**
 * Deletes the rows of a table that meet a condition, some at a time: a statement that removes millions would run
 * into its time limit and begin anew the next time. Rows that are locked are left for the next time. Of many
 * processes each removes its share. @returns how many rows were removed
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
