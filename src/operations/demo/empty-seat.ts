import { type Db, Prisma } from '../../platform/database/connection/client.ts';

/** Tables that define the seat itself. All others contain its data. */
const KEPT = ['account_group', 'seat_member', 'api_client'];

interface ForeignKey {
  readonly child: string;
  readonly childColumn: string;
  readonly parentColumn: string;
}

/** Deletes everything of a seat except the seat itself, its groups, members and clients. */
export async function emptySeat(db: Db, seatId: number): Promise<void> {
  // Products have no foreign key to their advertiser, so that feeds of millions load faster.
  await db.$executeRaw`
    DELETE FROM product WHERE advertiser_id IN (SELECT id FROM advertiser WHERE seat_id = ${seatId})`;
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND column_name = 'seat_id' AND table_type = 'BASE TABLE'`;
  for (const { name } of tables.filter((table) => !KEPT.includes(table.name)))
    await deleteWithDependents(db, name, Prisma.sql`seat_id = ${seatId}`);
}

/** Deletes rows and all rows that refer to them by foreign keys of the database. */
async function deleteWithDependents(db: Db, table: string, where: Prisma.Sql): Promise<void> {
  for (const { child, childColumn, parentColumn } of await foreignKeysTo(db, table)) {
    const [from, key, parentKey] = [table, childColumn, parentColumn].map(identifier);
    await deleteWithDependents(
      db,
      child,
      Prisma.sql`${key} IN (SELECT ${parentKey} FROM ${from} WHERE ${where})`,
    );
  }
  await db.$executeRaw`DELETE FROM ${identifier(table)} WHERE ${where}`;
}

const foreignKeysTo = (db: Db, table: string): Promise<ForeignKey[]> =>
  db.$queryRaw`
    SELECT child.relname AS child, child_column.attname AS "childColumn", parent_column.attname AS "parentColumn"
    FROM pg_constraint key
    JOIN pg_class child ON child.oid = key.conrelid
    JOIN pg_attribute child_column ON child_column.attrelid = key.conrelid AND child_column.attnum = key.conkey[1]
    JOIN pg_attribute parent_column ON parent_column.attrelid = key.confrelid AND parent_column.attnum = key.confkey[1]
    WHERE key.contype = 'f' AND key.confrelid = to_regclass(quote_ident(${table})) AND key.conrelid <> key.confrelid`;

/** The names come from the database's own catalogue. */
const identifier = (name: string) => Prisma.raw(`"${name.replaceAll('"', '""')}"`);
