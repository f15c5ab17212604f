import type { PoolClient } from 'pg';
import { quoted, type Table } from '../../../platform/database/rows/tables.ts';

/** Larger tables are truncated. For smaller ones, deleting rows is cheaper than creating new files and indexes. */
const TRUNCATED_BYTES = 1_048_576;

/** Returns the tables and those whose foreign keys refer to them, because TRUNCATE empties both. */
export async function withReferencingTables<T extends Table>(
  client: PoolClient,
  changed: readonly Table[],
  tables: readonly T[],
): Promise<T[]> {
  const { rows } = await client.query<{ name: string }>(
    `WITH RECURSIVE emptied AS (
       SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1)
       UNION SELECT conrelid FROM pg_constraint JOIN emptied ON confrelid = emptied.oid WHERE contype = 'f')
     SELECT relname::text AS name FROM emptied JOIN pg_class USING (oid)`,
    [changed.map(({ name }) => name)],
  );
  const emptied = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => emptied.has(name));
}

/**
 * Empties tables, given parents first, that are refilled in the same transaction. Most are small, and truncating all of
 * them would take longer than copying their rows.
 */
export async function clearToRefill(client: PoolClient, tables: readonly Table[]): Promise<void> {
  if (tables.length === 0) return;
  const { rows } = await client.query<{ name: string; of: string; isTruncated: boolean }>(
    `SELECT leaf.relname::text AS name, coalesce(parent.relname, leaf.relname)::text AS of,
       pg_relation_size(leaf.oid) > $2
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = leaf.oid) AS "isTruncated"
     FROM pg_class leaf LEFT JOIN pg_inherits ON inhrelid = leaf.oid LEFT JOIN pg_class parent ON parent.oid = inhparent
     WHERE leaf.relnamespace = current_schema()::regnamespace AND leaf.relkind = 'r'
       AND coalesce(parent.relname, leaf.relname) = ANY($1) AND pg_relation_size(leaf.oid) > 0`,
    [tables.map(({ name }) => name), TRUNCATED_BYTES],
  );
  const place = new Map(tables.map(({ name }, at) => [name, at]));
  const childrenFirst = rows.toSorted((a, b) => (place.get(b.of) ?? 0) - (place.get(a.of) ?? 0));
  const large = rows.filter(({ isTruncated }) => isTruncated).map(({ name }) => quoted(name));
  const small = childrenFirst.filter(({ isTruncated }) => !isTruncated);
  if (large.length > 0) await client.query(`TRUNCATE ${large.join(', ')}`);
  await client.query(small.map(({ name }) => `DELETE FROM ${quoted(name)}`).join(';'));
}

/** Removes rows from tables, given parents first. */
export async function removeRows(
  client: PoolClient,
  tables: readonly Table[],
  condition: string,
): Promise<void> {
  const childrenFirst = tables.toReversed();
  await client.query(
    childrenFirst.map(({ name }) => `DELETE FROM ${quoted(name)} WHERE ${condition}`).join(';'),
  );
}

/** Returns the tables that have rows in a schema. */
export async function nonEmptyTables<T extends Table>(
  client: PoolClient,
  schema: string,
  tables: readonly T[],
): Promise<T[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname = $1 AND relkind = 'r' AND pg_relation_size(pg_class.oid) > 0`,
    [schema],
  );
  const filled = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => filled.has(name));
}

/**
 * Disables triggers, because the snapshot already contains what they would add. For a superuser, the default with the
 * embedded database, foreign keys are not checked either: they were valid when the snapshot was taken.
 */
export async function withoutTriggers(
  client: PoolClient,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ isSuperuser: boolean; having: string[] }>(
    `SELECT current_setting('is_superuser') = 'on' AS "isSuperuser", ARRAY(
       SELECT DISTINCT relname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
       WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND relname = ANY($1)) AS having`,
    [tables.map(({ name }) => name)],
  );
  const { isSuperuser = false, having = [] } = rows[0] ?? {};
  const setTriggers = (verb: 'ENABLE' | 'DISABLE', role: 'origin' | 'replica') =>
    client.query(
      isSuperuser
        ? `SET LOCAL session_replication_role = ${role}`
        : having.map((name) => `ALTER TABLE ${quoted(name)} ${verb} TRIGGER USER`).join(';'),
    );
  await setTriggers('DISABLE', 'replica');
  await work();
  await setTriggers('ENABLE', 'origin');
}
