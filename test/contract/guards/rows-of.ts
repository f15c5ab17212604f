import type { Pool } from 'pg';

/** Counters of calls and the service's own book-keeping; they belong to no resource of a seat. */
const BOOKKEEPING =
  /^(client_diagnostic|_prisma|rate_|quota_bucket|signing_key|spent_|revoked_|idempotency|dictionary|fact_|event)/;

export interface Snapshot {
  /** Every row of every table, as text. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many rows of each table refer to the seat, by foreign key or by `seat_id`. */
  readonly references: Readonly<Record<string, number>>;
}

/** What is stored, for a comparison before and after calls of another seat. */
export async function snapshot(pool: Pool, seatId: number): Promise<Snapshot> {
  const tables = await pool.query(
    `SELECT table_name AS name, coalesce(bool_or(column_name = 'seat_id'), false) AS owned
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
  );
  const names = tables.rows.filter(({ name }) => !BOOKKEEPING.test(name));
  const owned = new Set<string>(names.filter((table) => table.owned).map(({ name }) => name));
  const rows = new Map<string, Set<string>>();
  const references: Record<string, number> = {};
  for (const { name } of names) {
    const { rows: all } = await pool.query(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
    rows.set(name, new Set(all.map(({ row }) => row)));
  }
  for (const name of owned) {
    const sql = `SELECT count(*)::int AS n FROM "${name}" WHERE seat_id = $1`;
    references[name] = (await pool.query(sql, [seatId])).rows[0].n;
  }
  for (const { name, col, target } of await foreignKeys(pool)) {
    if (BOOKKEEPING.test(name) || !owned.has(target)) continue;
    const sql = `SELECT count(*)::int AS n FROM "${name}" WHERE "${col}" IN
      (SELECT id FROM "${target}" WHERE seat_id = $1)`;
    references[`${name}.${col}`] = (await pool.query(sql, [seatId])).rows[0].n;
  }
  return { rows, references };
}

async function foreignKeys(pool: Pool): Promise<{ name: string; col: string; target: string }[]> {
  const { rows } = await pool.query(
    `SELECT k.conrelid::regclass::text AS name, a.attname AS col, k.confrelid::regclass::text AS target
     FROM pg_constraint k
     JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
     JOIN pg_attribute r ON r.attrelid = k.confrelid AND r.attnum = k.confkey[1] AND r.attname = 'id'
     WHERE k.contype = 'f' AND array_length(k.conkey, 1) = 1`,
  );
  return rows;
}

/** Rows that were there and are not any more, as `table: row`. */
export function lost(before: Snapshot, after: Snapshot): string[] {
  return [...before.rows].flatMap(([table, rows]) =>
    [...rows].filter((row) => !after.rows.get(table)?.has(row)).map((row) => `${table}: ${row}`),
  );
}
