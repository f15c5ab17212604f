import type { ClientBase } from 'pg';
import { PARTITIONED } from './partition-names.ts';

export interface Table {
  readonly name: string;
  readonly columns: string[];
  readonly partitionOf?: { parent: string; bound: string } | undefined;
}

interface AppliedMigration {
  name: string;
  checksum: string;
}

interface SequenceState {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

/**
 * The session writes text in the same format on every server, and a long copy is not cancelled as a slow
 * statement.
 */
const SESSION = [
  `SET timezone = 'UTC'`,
  `SET datestyle = 'ISO, MDY'`,
  `SET intervalstyle = 'postgres'`,
  `SET bytea_output = 'hex'`,
  'SET extra_float_digits = 1',
  'SET synchronize_seqscans = off',
  'SET statement_timeout = 0',
  'SET idle_in_transaction_session_timeout = 0',
  // Waits for a table whose definition is being changed, but not forever.
  `SET lock_timeout = '60s'`,
];

export async function prepareSession(client: ClientBase): Promise<void> {
  for (const statement of SESSION) await client.query(statement);
}

/** Quotes a name. Names come only from the database's own catalogue, or from a backup of it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns whether the table is a detached partition that is about to be dropped. */
const isLeftOver = ({ name, partitionOf }: Table): boolean =>
  !partitionOf && PARTITIONED.some((table) => name.startsWith(`${table}_`) && /_\d{8}$/.test(name));

/**
 * Returns every table that stores rows: each partition, but no unlogged tables, which hold only short-lived
 * counters.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    parent: string | null;
    bound: string;
  }>(
    `SELECT child.relname::text AS name, parent.relname::text AS parent,
       pg_get_expr(child.relpartbound, child.oid) AS bound,
       array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class child
     JOIN pg_attribute ON attrelid = child.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     LEFT JOIN pg_inherits ON inhrelid = child.oid
     LEFT JOIN pg_class parent ON parent.oid = inhparent
     WHERE child.relnamespace = current_schema()::regnamespace AND child.relkind = 'r'
       AND child.relpersistence = 'p' AND child.relname <> '_prisma_migrations'
     GROUP BY child.oid, parent.relname
     ORDER BY child.relname`,
  );
  return rows
    .map(({ name, columns, parent, bound }) => ({
      name,
      columns,
      ...(parent !== null && { partitionOf: { parent, bound } }),
    }))
    .filter((table) => !isLeftOver(table));
}

export async function listMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** Read after the rows: a sequence is never behind them then. */
export async function listSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const { rows: read } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    sequences.push(...read.map((value) => ({ name, ...value })));
  }
  return sequences;
}

/** Returns the tables sorted so that each follows those that its foreign keys refer to. */
export async function inKeyOrder<T extends Table>(client: ClientBase, tables: readonly T[]): Promise<T[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname::text AS child, parent.relname::text AS parent
     FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid AND child.relnamespace = current_schema()::regnamespace`,
  );
  const ordered = new Set<T>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(
      ({ name }) => !rows.some(({ child, parent }) => child === name && names.has(parent)),
    );
    if (free.length === 0) throw new Error(`Foreign keys in a circle: ${[...names].join(', ')}.`);
    for (const table of free) ordered.add(table);
    waiting = waiting.filter((table) => !ordered.has(table));
  }
  return [...ordered];
}
