import { nested } from './conditions.ts';

/** Paging by position: a page begins after the values of a row, not after a number of rows. */

export interface Order {
  /** `creative.name` is the column of a related row. */
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  /** Where rows without a value stand, of a column that can be null. */
  readonly nulls?: 'first' | 'last';
  /** The type of the column in SQL. */
  readonly sqlType: string;
}

/** Of every row; no two have the same. */
export const BY_ID = { column: 'id', direction: 'asc', sqlType: 'int' } as const satisfies Order;

/** Where a row stands in an order. Whose row it was does not matter: the values say it all. */
export interface Position {
  /** Of the order's column; null where it is the id, or the row has none. */
  readonly value: unknown;
  readonly id: number;
}

export const reversed = ({ direction, nulls, ...order }: Order): Order => ({
  ...order,
  direction: direction === 'asc' ? 'desc' : 'asc',
  ...(nulls && { nulls: nulls === 'first' ? 'last' : 'first' }),
});

/** The order as the database client takes it; ties are broken by id, so that pages never overlap. */
export function orderByOf({ column, direction, nulls }: Order): object[] {
  if (column === 'id') return [{ id: direction }];
  return [nested(column, nulls ? { sort: direction, nulls } : direction), { id: direction }];
}

/** The order in SQL; `by` writes a column. */
export function orderSql({ column, direction, nulls }: Order, by: (column: string) => string): string {
  if (column === 'id') return `${by('id')} ${direction}`;
  return `${by(column)} ${direction}${nulls ? ` NULLS ${nulls}` : ''}, ${by('id')} ${direction}`;
}

/** The rows that come after a position in an order. */
export function beyond({ column, direction, nulls }: Order, { value, id }: Position): object {
  const than = direction === 'asc' ? 'gt' : 'lt';
  if (column === 'id') return { id: { [than]: id } };
  const tie = { AND: [nested(column, value === null ? null : { equals: value }), { id: { [than]: id } }] };
  if (value === null) return nulls === 'last' ? tie : { OR: [nested(column, { not: null }), tie] };
  return {
    OR: [...further(column, than, value), tie, ...(nulls === 'last' ? [nested(column, null)] : [])],
  };
}

/** The client compares no Booleans: after false comes true, and before true false. */
function further(column: string, than: 'gt' | 'lt', value: unknown): object[] {
  if (typeof value !== 'boolean') return [nested(column, { [than]: value })];
  return value === (than === 'lt') ? [nested(column, { equals: !value })] : [];
}

/** The same in SQL: `value` and `id` write what stands for the position's, each with its type. */
export function beyondSql(
  { column, direction, nulls }: Order,
  by: (column: string) => string,
  position: { readonly value: () => string; readonly id: () => string },
): string {
  const than = direction === 'asc' ? '>' : '<';
  const id = position.id();
  if (column === 'id') return `${by('id')} ${than} ${id}`;
  const value = position.value();
  // Compared as a whole, so that an index over both begins at the position.
  const further = `(${by(column)}, ${by('id')}) ${than} (${value}, ${id})`;
  if (!nulls) return further;
  const tie = `(${by(column)} IS NULL AND ${by('id')} ${than} ${id})`;
  return nulls === 'last'
    ? `CASE WHEN ${value} IS NULL THEN ${tie} ELSE ${further} OR ${by(column)} IS NULL END`
    : `CASE WHEN ${value} IS NULL THEN ${by(column)} IS NOT NULL OR ${tie} ELSE ${further} END`;
}
