import { Prisma } from '../generated/prisma/client.ts';
import { columnOf, modelOf } from './names.ts';

const lists = new Map<string, Prisma.Sql>();

/**
 * Returns all columns of a row, named as its fields. They are listed because PostgreSQL refuses a cached
 * plan of `*` once a migration has added a column.
 */
export function wholeRow(table: string, alias = table): Prisma.Sql {
  const key = `${alias}.${table}`;
  const known = lists.get(key);
  if (known) return known;
  const fields: string[] = Object.values(Reflect.get(Prisma, `${modelOf(table)}ScalarFieldEnum`));
  const list = Prisma.raw(fields.map((field) => `"${alias}"."${columnOf(field)}" AS "${field}"`).join(', '));
  lists.set(key, list);
  return list;
}
