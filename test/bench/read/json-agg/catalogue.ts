import type pg from 'pg';

/** A table as the database describes it. */
export interface Table {
  readonly name: string;
  /** The type of each column, such as `int4`. */
  readonly columns: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  /** Fields that are other tables, by their names. */
  readonly relations: Map<string, Relation>;
}

export interface Relation {
  readonly table: Table;
  /** A column here and the one there that is equal to it. */
  readonly from: string;
  readonly to: string;
  readonly isList: boolean;
}

interface Row {
  readonly table: string;
  readonly columns: Record<string, string>;
  readonly key: string[] | null;
  readonly references: { column: string; table: string; target: string }[] | null;
}

/** Reads the tables, and makes two fields of each foreign key: `line.advertiser` and `advertiser.lines`. */
export async function readTables(pool: pg.Pool): Promise<Map<string, Table>> {
  const { rows } = await pool.query<Row>(TABLES);
  const tables = new Map<string, Table>();
  for (const { table: name, columns, key } of rows)
    tables.set(name, {
      name,
      columns: new Map(Object.entries(columns)),
      primaryKey: key ?? [],
      relations: new Map(),
    });
  for (const { table: name, references } of rows)
    for (const { column, table, target } of references ?? []) {
      const [here, there] = [tables.get(name), tables.get(table)];
      if (!here || !there) continue;
      add(here, column.replace(/_id$/, ''), { table: there, from: column, to: target, isList: false });
      add(there, `${name}s`, { table: here, from: target, to: column, isList: true });
    }
  return tables;
}

/** If two foreign keys lead to one table, the first has the name. */
function add({ columns, relations }: Table, name: string, relation: Relation): void {
  if (!columns.has(name) && !relations.has(name)) relations.set(name, relation);
}

/** Foreign keys of one column; the others are no fields. */
const TABLES = `
  SELECT t.relname AS table,
    (SELECT json_object_agg(a.attname, y.typname ORDER BY a.attnum) FROM pg_attribute a
      JOIN pg_type y ON y.oid = a.atttypid WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (c.conkey)
      WHERE c.conrelid = t.oid AND c.contype = 'p') AS key,
    (SELECT json_agg(json_build_object('column', a.attname, 'table', f.relname, 'target', b.attname) ORDER BY c.conname)
      FROM pg_constraint c
      JOIN pg_class f ON f.oid = c.confrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
      JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = c.confkey[1]
      WHERE c.conrelid = t.oid AND c.contype = 'f' AND cardinality(c.conkey) = 1) AS references
  FROM pg_class t
  WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND t.relname NOT LIKE '\\_%'
  ORDER BY t.relname`;
