import { Prisma } from '../generated/prisma/client.ts';
import { batchInTransaction } from '../transaction/batch-in-transaction.ts';
import { type Db, sql } from '../transaction/transaction.ts';
import { columnOf } from './names.ts';
import { wholeRow } from './whole-row.ts';

/**
 * Rows are written without Prisma, whose query builder costs more than the statement. Writes of the items
 * of a list are batched into one statement.
 */

/** The values by field, named in camelCase. Undefined fields are not written. */
type Written<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

interface Write<Row> {
  readonly db: Db;
  readonly table: string;
  readonly row: Written<Row>;
}

/** Inserts a row and returns all of it. Missing fields get their defaults. */
export const insertRow = async <Row extends { id: number }>({ db, table, row }: Write<Row>): Promise<Row> =>
  (await batchInTransaction<object, object>({
    db,
    name: `insert ${table}`,
    key: row,
    many: async (rows) => {
      const columns = columnsOf(rows);
      const values = rows.map((one) => {
        const given = new Map<string, unknown>(Object.entries(one));
        const value = (field: string) => (given.get(field) === undefined ? DEFAULT : given.get(field));
        return Prisma.sql`(${Prisma.join(columns.map(value))})`;
      });
      const stored = await sql<{ id: number }>(db)`
        INSERT INTO ${name(table)} (${names(columns)}) VALUES ${Prisma.join(values)}
        RETURNING ${wholeRow(table)}`;
      // IDs are assigned in the order of the values, but PostgreSQL does not guarantee the order of the
      // returned rows.
      return stored.sort((a, b) => a.id - b.id);
    },
  })) as Row;

/** Inserts rows, and returns them in the same order. */
export const insertRows = <Row extends { id: number }>(options: {
  db: Db;
  table: string;
  rows: readonly Written<Row>[];
}): Promise<Row[]> => {
  const { db, table, rows } = options;
  return Promise.all(rows.map((row) => insertRow<Row>({ db, table, row })));
};

/** Updates the given fields of a row that the transaction has locked, and returns the whole row. */
export const updateRow = async <Row extends { id: number }>(
  write: Write<Row> & { readonly row: { readonly id: number } },
): Promise<Row> => {
  const { db, table, row } = write;
  return (await batchInTransaction<{ id: number }, object>({
    db,
    name: `update ${table}`,
    key: row,
    many: async (rows) => {
      const documents = rows.map((one) =>
        Object.fromEntries(Object.entries(one).map(([field, value]) => [columnOf(field), value])),
      );
      const columns = columnsOf(rows).map(columnOf);
      const sets = columns
        .filter((column) => column !== 'id')
        .map((column) => {
          const isEverywhere = documents.every((document) => document[column] !== undefined);
          const value = Prisma.raw(`changed."${column}"`);
          const before = Prisma.raw(`stored."${column}"`);
          const either = Prisma.sql`CASE WHEN document ? ${column}::text THEN ${value} ELSE ${before} END`;
          return Prisma.sql`${name(column)} = ${isEverywhere ? value : either}`;
        });
      const stored = await sql<{ id: number }>(db)`
        UPDATE ${name(table)} AS stored SET ${Prisma.join(sets)}
        FROM jsonb_array_elements(${JSON.stringify(documents)}::jsonb) AS document,
             jsonb_populate_record(${nullRow(table)}, document) AS changed
        WHERE stored.id = changed.id RETURNING ${wholeRow(table, 'stored')}`;
      const byId = new Map(stored.map((one) => [one.id, one]));
      return rows.map(({ id }) => byId.get(id) ?? new Error(`${table} ${id} is gone.`));
    },
  })) as Row;
};

const DEFAULT = Prisma.raw('DEFAULT');
const name = (text: string): Prisma.Sql => Prisma.raw(`"${text}"`);
/**
 * A row of nulls instead of a cast, because a table name could match one of PostgreSQL's own types, such as
 * `line`.
 */
const nullRow = (table: string): Prisma.Sql =>
  Prisma.sql`(SELECT of_table FROM ${name(table)} AS of_table LIMIT 0)`;
const names = (fields: readonly string[]): Prisma.Sql =>
  Prisma.raw(fields.map((field) => `"${columnOf(field)}"`).join(', '));

/** Returns the fields that are set in any of the rows. */
const columnsOf = (rows: readonly object[]): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => value !== undefined)
        .map(([field]) => field),
    ),
  ),
];
