import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** Counters of calls and the service's own book-keeping; they belong to no resource of a seat. */
const BOOKKEEPING =
  /^(client_diagnostic|_prisma|rate_|quota_bucket|signing_key|spent_|revoked_|idempotency|dictionary|fact_|event)/;

/** Every row of every table, as text. */
export type Snapshot = ReadonlyMap<string, ReadonlySet<string>>;

interface Table {
  readonly name: string;
  readonly owned: boolean;
}

/** What is stored, for a comparison before and after calls. */
export async function snapshot(pool: Pool): Promise<Snapshot> {
  const names = (await tablesOf(pool)).map(({ name }) => name);
  const rows = await unionOf<{ name: string; row: string }>(
    pool,
    names.map((name) => `SELECT '${name}' AS name, to_jsonb(t)::text AS row FROM "${name}" t`),
  );
  const snapshot = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { name, row } of rows) snapshot.get(name)?.add(row);
  return snapshot;
}

/** How many rows of each table refer to the seat, by foreign key or by `seat_id`. */
export async function referencesTo(pool: Pool, seatId: number): Promise<Readonly<Record<string, number>>> {
  const owned = (await tablesOf(pool)).filter((table) => table.owned).map(({ name }) => name);
  const own = owned.map(
    (name) => `SELECT '${name}' AS name, count(*)::int AS n FROM "${name}" WHERE seat_id = $1`,
  );
  const referring = (await foreignKeys(pool))
    .filter(({ name, target }) => !BOOKKEEPING.test(name) && owned.includes(target))
    .map(
      ({ name, col, target }) =>
        `SELECT '${name}.${col}' AS name, count(*)::int AS n FROM "${name}" WHERE "${col}" IN
           (SELECT id FROM "${target}" WHERE seat_id = $1)`,
    );
  const counts = await unionOf<{ name: string; n: number }>(pool, [...own, ...referring], [seatId]);
  return Object.fromEntries(counts.map(({ name, n }) => [name, n]));
}

/** One statement, planned once: some hundred of them would take longer than the calls that are compared. */
async function unionOf<Row extends object>(
  pool: Pool,
  selects: readonly string[],
  values: unknown[] = [],
): Promise<Row[]> {
  const text = selects.join('\nUNION ALL ');
  const name = createHash('sha1').update(text).digest('hex');
  return (await pool.query<Row>({ name, text, values })).rows;
}

async function tablesOf(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `SELECT table_name AS name, coalesce(bool_or(column_name = 'seat_id'), false) AS owned
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
  );
  return rows.filter(({ name }) => !BOOKKEEPING.test(name));
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
  return [...before].flatMap(([table, rows]) =>
    [...rows].filter((row) => !after.get(table)?.has(row)).map((row) => `${table}: ${row}`),
  );
}
