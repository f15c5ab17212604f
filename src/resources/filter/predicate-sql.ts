import { columnOf, tableOf } from '../../platform/database/rows/names.ts';
import { likeText } from '../define/rows.ts';
import { COMPARISON_SQL, type Predicate } from './conditions.ts';

export const tableSql = (model: string): string => `"${tableOf(model)}"`;
export const columnSql = (alias: string, field: string): string => `${alias}."${columnOf(field)}"`;

/**
 * Returns a predicate on the row with the alias `of`, in SQL. `bind` returns the placeholder of its value, and `alias`
 * a name for a related row. Values have the type of the column: an untyped placeholder gets its type from the
 * comparison.
 */
export function predicateSql(
  { column: path, operator, idsOf }: Pick<Predicate, 'column' | 'operator' | 'idsOf'>,
  of: string,
  write: {
    readonly bind: (stored?: (value: unknown) => unknown, type?: string) => string;
    readonly alias: () => string;
  },
): string {
  if (idsOf) {
    const other = write.alias();
    // ARRAY() is evaluated once, and the rows are found by an index. IN would be tested for each row of the seat.
    return `${columnSql(of, path)} = ANY(ARRAY(SELECT ${other}.id FROM ${tableSql(idsOf.model)} ${other}
        WHERE ${predicateSql({ column: idsOf.column, operator }, other, write)}))`;
  }
  const [relation = '', inner] = path.split('.');
  if (inner !== undefined) {
    const other = write.alias();
    return `EXISTS (SELECT FROM ${tableSql(relation)} ${other} WHERE ${other}.id = ${columnSql(of, `${relation}Id`)}
        AND ${predicateSql({ column: inner, operator }, other, write)})`;
  }
  const name = columnSql(of, path);
  if (operator === 'array_contains')
    return `${name} @> ${write.bind((value) => JSON.stringify(value), 'jsonb')}`;
  if (operator === 'in') return `${name} = ANY(${write.bind()})`;
  if (operator === 'contains')
    return `${name} ILIKE ${write.bind((value) => `%${likeText(String(value))}%`, 'text')}`;
  return `${name} ${COMPARISON_SQL[operator]} ${write.bind()}`;
}
