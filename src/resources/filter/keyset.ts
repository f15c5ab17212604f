import { nestedObject } from './conditions.ts';

/** Keyset pagination: a page starts after the values of a row, not after a number of rows. */

export interface Order {
  /** `creative.name` is a column of a related row. */
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** For a nullable column: whether rows without a value come first or last. */
  readonly nulls?: 'first' | 'last';
  /** The SQL type of the column. */
  readonly sqlType: string;
}

/** The order by ID, which every row has and which is unique. */
export const BY_ID = { column: 'id', direction: 'asc', sqlType: 'int' } as const satisfies Order;

/** A position in an order. It consists of values only, so the row itself need not exist any more. */
export interface Position {
  /** The value of the order's column. Null if the order is by ID, or the row has no value. */
  readonly value: unknown;
  readonly id: number;
}

export const reversed = ({ direction, nulls, ...order }: Order): Order => ({
  ...order,
  direction: direction === 'asc' ? 'desc' : 'asc',
  ...(nulls && { nulls: nulls === 'first' ? 'last' : 'first' }),
});

/**
 * Returns the order in the format of the database client. Ties are broken by ID, so that pages never
 * overlap.
 */
export function orderByOf({ column, direction, nulls }: Order): object[] {
  if (column === 'id') return [{ id: direction }];
  return [nestedObject(column, nulls ? { sort: direction, nulls } : direction), { id: direction }];
}

/** Returns the order in SQL. `by` writes a column. */
export function orderSql({ column, direction, nulls }: Order, by: (column: string) => string): string {
  if (column === 'id') return `${by('id')} ${direction}`;
  return `${by(column)} ${direction}${nulls ? ` NULLS ${nulls}` : ''}, ${by('id')} ${direction}`;
}

/** Returns a condition for the rows after a position in an order. */
export function rowsAfter({ column, direction, nulls }: Order, { value, id }: Position): object {
  const comparison = direction === 'asc' ? 'gt' : 'lt';
  if (column === 'id') return { id: { [comparison]: id } };
  const tie = {
    AND: [nestedObject(column, value === null ? null : { equals: value }), { id: { [comparison]: id } }],
  };
  if (value === null) return nulls === 'last' ? tie : { OR: [nestedObject(column, { not: null }), tie] };
  return {
    OR: [
      ...strictlyAfter(column, comparison, value),
      tie,
      ...(nulls === 'last' ? [nestedObject(column, null)] : []),
    ],
  };
}

/** The client cannot compare Booleans, so the other value is tested for equality: true comes after false. */
function strictlyAfter(column: string, comparison: 'gt' | 'lt', value: unknown): object[] {
  if (typeof value !== 'boolean') return [nestedObject(column, { [comparison]: value })];
  return value === (comparison === 'lt') ? [nestedObject(column, { equals: !value })] : [];
}

/** The same in SQL. `value` and `id` are SQL of the position's values, each with its type. */
export function rowsAfterSql(
  { column, direction, nulls }: Order,
  by: (column: string) => string,
  position: { readonly value: () => string; readonly id: () => string },
): string {
  const comparison = direction === 'asc' ? '>' : '<';
  const id = position.id();
  if (column === 'id') return `${by('id')} ${comparison} ${id}`;
  const value = position.value();
  // Compared as a row value, so that an index on both columns can start at the position.
  const strictlyAfter = `(${by(column)}, ${by('id')}) ${comparison} (${value}, ${id})`;
  if (!nulls) return strictlyAfter;
  const tie = `(${by(column)} IS NULL AND ${by('id')} ${comparison} ${id})`;
  return nulls === 'last'
    ? `CASE WHEN ${value} IS NULL THEN ${tie} ELSE ${strictlyAfter} OR ${by(column)} IS NULL END`
    : `CASE WHEN ${value} IS NULL THEN ${by(column)} IS NOT NULL OR ${tie} ELSE ${strictlyAfter} END`;
}
