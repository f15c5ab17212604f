import type { PoolClient } from 'pg';
import { quoted, type Table } from '../../../platform/database/rows/tables.ts';

/**
 * The content of a table when it was equal to its snapshot: the number of rows, and a hash of the transactions that
 * wrote them.
 */
interface Content {
  readonly rows: number;
  readonly hash: string;
}

/** Contents by table, at the end of a transaction. */
interface Alike {
  readonly at: string;
  readonly contents: Readonly<Record<string, Content>>;
}

/** Transaction IDs have 32 bits; beyond half of that, older and newer cannot be distinguished. */
const MAX_AGE = 2n ** 31n;

/**
 * Stores in a snapshot that the tables are equal to it at the end of this transaction. Nobody else may be writing to
 * them.
 */
export async function recordContents(
  client: PoolClient,
  schema: string,
  tables: readonly Table[],
): Promise<void> {
  const found = await contentsOf(client, tables);
  const contents = Object.fromEntries(found.map(({ name, rows, hash }) => [name, { rows, hash }]));
  await client.query(`ALTER TABLE ${schema}.snapshot ADD COLUMN IF NOT EXISTS alike jsonb`);
  await client.query(
    `UPDATE ${schema}.snapshot SET alike = jsonb_build_object(
       'at', pg_current_xact_id()::text, 'contents', coalesce(alike -> 'contents', '{}') || $1)`,
    [JSON.stringify(contents)],
  );
}

/**
 * Returns how tables differ from a snapshot, without comparing their rows. `grown` tables have all of its rows and
 * further ones, which `isAdded` finds: those written since. `changed` tables lack a row, or it cannot be determined.
 *
 * When the contents were stored, no other transaction was writing. If the rows that are not newer were written by the
 * same transactions and are as many, they are therefore the same rows: an update would have replaced one with a newer
 * row.
 */
export async function compareToSnapshot<T extends Table>(
  client: PoolClient,
  schema: string,
  tables: readonly T[],
): Promise<{ grown: T[]; changed: T[]; isAdded: string }> {
  // Snapshots of earlier versions have no stored contents.
  const { rows } = await client.query<{ alike: Alike | null; now: string }>(
    `SELECT to_jsonb(s) -> 'alike' AS alike, pg_current_xact_id()::text AS now FROM ${schema}.snapshot s`,
  );
  const { alike, now = '0' } = rows[0] ?? {};
  if (!alike || BigInt(now) - BigInt(alike.at) > MAX_AGE)
    return { grown: [], changed: [...tables], isAdded: 'false' };
  const { contents } = alike;
  const isAdded = `age(xmin) < age('${alike.at}'::xid8::xid)`;
  const found = new Map((await contentsOf(client, tables, isAdded)).map((now) => [now.name, now]));
  const isKept = ({ name }: T): boolean =>
    found.get(name)?.rows === contents[name]?.rows && found.get(name)?.hash === contents[name]?.hash;
  return {
    grown: tables.filter((table) => isKept(table) && found.get(table.name)?.isGrown),
    changed: tables.filter((table) => !isKept(table)),
    isAdded,
  };
}

/** Returns the content of each table without the added rows. */
async function contentsOf(
  client: PoolClient,
  tables: readonly Table[],
  isAdded = 'false',
): Promise<(Content & { name: string; isGrown: boolean })[]> {
  if (tables.length === 0) return [];
  const contentOf = ({ name }: Table) =>
    `SELECT '${name}' AS name, count(*) FILTER (WHERE NOT added)::int AS rows, coalesce(bool_or(added), false) AS "isGrown",
       coalesce(sum(hashtextextended(xmin::text, 0)) FILTER (WHERE NOT added), 0)::text AS hash
     FROM (SELECT xmin, ${isAdded} AS added FROM ${quoted(name)}) AS row`;
  return (await client.query(tables.map(contentOf).join(' UNION ALL '))).rows;
}
