import { type Db, Prisma, sql } from './client.ts';
import { columnOf, fieldsOf } from './names.ts';

/**
 * Stores one row past Prisma, whose query builder costs more than the statement, and answers it whole. The
 * fields of `row` are called as the columns, in camelCase; those that are undefined have their defaults.
 */
export async function insertRow<Row extends object>(options: {
  db: Db;
  table: string;
  row: object;
}): Promise<Row> {
  const { db, table, row } = options;
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = Prisma.raw(given.map(([field]) => `"${columnOf(field)}"`).join(', '));
  const [stored = {}] = await sql<object>(db)`
    INSERT INTO ${Prisma.raw(`"${table}"`)} (${columns})
    VALUES (${Prisma.join(given.map(([, value]) => value))}) RETURNING *`;
  return fieldsOf(stored) as Row;
}
