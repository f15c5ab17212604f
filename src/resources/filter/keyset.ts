import { nested } from './conditions.ts';

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
  return [nested(column, nulls ? { sort: direction, nulls } : direction), { id: direction }];
}

/** Returns the order in SQL. `by` writes a column. */
export function orderSql({ column, direction, nulls }: Order, by: (column: string) => string): string {
  if (column === 'id') return `${by('id')} ${direction}`;
  return `${by(column)} ${direction}${nulls ? ` NULLS ${nulls}` : ''}, ${by('id')} ${direction}`;
}

/** Returns a condition for the rows after a position in an order. */
export function beyond({ column, direction, nulls }: Order, { value, id }: Position): object {
  const than = direction === 'asc' ? 'gt' : 'lt';
  if (column === 'id') return { id: { [than]: id } };
  const tie = { AND: [nested(column, value === null ? null : { equals: value }), { id: { [than]: id } }] };
  if (value === null) return nulls === 'last' ? tie : { OR: [nested(column, { not: null }), tie] };
  return {
    OR: [...further(column, than, value), tie, ...(nulls === 'last' ? [nested(column, null)] : [])],
  };
}

/** The client cannot compare Booleans, so the other value is tested for equality: true comes after false. */
function further(column: string, than: 'gt' | 'lt', value: unknown): object[] {
  if (typeof value !== 'boolean') return [nested(column, { [than]: value })];
  return value === (than === 'lt') ? [nested(column, { equals: !value })] : [];
}

/** The same in SQL. `value` and `id` are SQL of the position's values, each with its type. */
export function beyondSql(
  { column, direction, nulls }: Order,
  by: (column: string) => string,
  position: { readonly value: () => string; readonly id: () => string },
): string {
  const than = direction === 'asc' ? '>' : '<';
  const id = position.id();
  if (column === 'id') return `${by('id')} ${than} ${id}`;
  const value = position.value();
  // Compared as a row value, so that an index on both columns can start at the position.
  const further = `(${by(column)}, ${by('id')}) ${than} (${value}, ${id})`;
  if (!nulls) return further;
  const tie = `(${by(column)} IS NULL AND ${by('id')} ${than} ${id})`;
  return nulls === 'last'
    ? `CASE WHEN ${value} IS NULL THEN ${tie} ELSE ${further} OR ${by(column)} IS NULL END`
    : `CASE WHEN ${value} IS NULL THEN ${by(column)} IS NOT NULL OR ${tie} ELSE ${further} END`;
}
