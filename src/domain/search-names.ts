import type { Resource } from '../resources/define/resource.ts';
import { columnSql, tableSql } from '../resources/filter/predicate-sql.ts';

/** SQL: a text as names are compared, and the part of a LIKE pattern that finds it. */
export const keyOf = (value: string): string => `search_key(${value})`;
export const escapedSql = (text: string): string => `regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;

/** SQL: the rows `n` of a resource in a seat, without deleted ones, and their names as they are compared. */
export function namesSql(
  { name, search = '', hidesDeleted }: Pick<Resource, 'name' | 'search' | 'hidesDeleted'>,
  seat: string,
): { readonly from: string; readonly key: string } {
  const [relation = '', inner] = search.split('.');
  const joined =
    inner === undefined
      ? ''
      : ` JOIN ${tableSql(relation)} other ON other.id = ${columnSql('n', `${relation}Id`)}`;
  const shown = hidesDeleted ? ` AND n.status <> 'DELETED'` : '';
  return {
    from: `FROM ${tableSql(name)} n${joined} WHERE n.seat_id = ${seat}${shown}`,
    key: keyOf(inner === undefined ? columnSql('n', relation) : columnSql('other', inner)),
  };
}
