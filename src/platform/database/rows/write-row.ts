import { Prisma } from '../generated/prisma/client.ts';
import { batchInTransaction } from '../transaction/batch-in-transaction.ts';
import { type Db, sql } from '../transaction/transaction.ts';
import { columnOf } from './names.ts';
import { wholeRow } from './whole-row.ts';

/**
 * Rows are written past Prisma, whose query builder costs more than the statement. What the items of a list write
 * at the same moment is one statement.
 */

/** Fields are called as the columns, in camelCase; those that are undefined are not written. */
type Written<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

interface Write<Row> {
  readonly db: Db;
  readonly table: string;
  readonly row: Written<Row>;
}

/** Stores a row and answers it whole; what it leaves out has its default. */
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
      // Ids are drawn in the order of the values; PostgreSQL promises no order of the answer.
      return stored.sort((a, b) => a.id - b.id);
    },
  })) as Row;

/** Stores rows, and answers them in their order. */
export const insertRows = <Row extends { id: number }>(options: {
  db: Db;
  table: string;
  rows: readonly Written<Row>[];
}): Promise<Row[]> => {
  const { db, table, rows } = options;
  return Promise.all(rows.map((row) => insertRow<Row>({ db, table, row })));
};

/** Writes the given fields of a row that the transaction has locked, and answers it whole. */
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
/** A cast could mean a type of PostgreSQL's own, such as `line`. */
const nullRow = (table: string): Prisma.Sql =>
  Prisma.sql`(SELECT of_table FROM ${name(table)} AS of_table LIMIT 0)`;
const names = (fields: readonly string[]): Prisma.Sql =>
  Prisma.raw(fields.map((field) => `"${columnOf(field)}"`).join(', '));

/** The fields that any of the rows writes. */
const columnsOf = (rows: readonly object[]): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => value !== undefined)
        .map(([field]) => field),
    ),
  ),
];
