/** Paging by position: a page begins after the values of a row, not after so many rows. */

export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/** Where a row stands in an order. Whose row it was does not matter: the values say it all. */
export interface Position {
  /** Of the order's column; the id's own where it is the order. */
  readonly value: unknown;
  readonly id: number;
}

export const reversed = ({ column, direction }: Order): Order => ({
  column,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

/** The order as the database client takes it; ties are broken by id, so that pages never overlap. */
export function orderByOf({ column, direction }: Order): Record<string, 'asc' | 'desc'>[] {
  return column === 'id' ? [{ id: direction }] : [{ [column]: direction }, { id: direction }];
}

/** The rows that come after a position in an order. */
export function beyond({ column, direction }: Order, { value, id }: Position): object {
  const than = direction === 'asc' ? 'gt' : 'lt';
  if (column === 'id') return { id: { [than]: id } };
  return { OR: [{ [column]: { [than]: value } }, { [column]: value, id: { [than]: id } }] };
}
