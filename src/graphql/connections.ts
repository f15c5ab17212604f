import { decodeBase64 } from '@pothos/core';
import { GraphQLError } from 'graphql';
import { isId } from '../domain/rows.ts';
import { builder, MAX_PAGE } from './builder.ts';

/** What every connection shares: checked arguments, ordering, and the total. */

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'How many there are on all pages; counted only when asked for.',
    resolve: ({ totalCount }) => (typeof totalCount === 'function' ? totalCount() : totalCount),
  }),
);

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: { ASC: { description: 'Smallest first.' }, DESC: { description: 'Largest first.' } } as const,
});

/** `XOrder {field direction}` over columns that an index or a page of a hundred makes cheap. */
export function orderInput<const Column extends string>(resource: string, columns: readonly Column[]) {
  const values = Object.fromEntries(
    columns.map((column) => [
      column.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      { value: column, description: `By ${column}.` },
    ]),
  ) as Record<string, { value: Column; description: string }>;
  const field = builder.enumType(`${resource}OrderField`, {
    description: `What an order of ${resource}s goes by.`,
    values,
  });
  return builder.inputType(`${resource}Order`, {
    description: `The order of ${resource}s.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'By what.' }),
      direction: t.field({ type: OrderDirection, description: 'ASC unless given.' }),
    }),
  });
}

interface PageArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: object | null | undefined;
}

/** Refuses a page size out of range, a foreign cursor and a filter that cannot hold, naming the argument. */
export function checkPage(page: object, ids: 'Int' | 'BigInt' = 'Int'): void {
  const args: PageArguments = page;
  for (const name of ['first', 'last'] as const) {
    const size = args[name];
    if (size != null && (size < 1 || size > MAX_PAGE))
      throw badArgument(name, `must be from 1 to ${MAX_PAGE}`);
  }
  for (const name of ['after', 'before'] as const) {
    const cursor = args[name];
    if (cursor != null && !isCursor(cursor, ids))
      throw badArgument(name, 'must be a cursor of this connection');
  }
  checkFilter(args.filter);
}

/** Refuses text that no row can hold, and that the database would not even take. */
export function checkFilter(filter: object | null | undefined): void {
  for (const [name, value] of Object.entries(filter ?? {}))
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw badArgument(`filter.${name}`, 'must be well-formed text without NUL');
}

function isCursor(cursor: string, ids: 'Int' | 'BigInt'): boolean {
  const text = decodeBase64(cursor);
  if (ids === 'BigInt') return /^GPC:I:\d{1,15}$/.test(text);
  const id = /^GPC:N:(\d{1,10})$/.exec(text)?.[1];
  return id !== undefined && isId(Number(id));
}

/** An argument that cannot be meant; names it. */
export function badArgument(argument: string, message: string): GraphQLError {
  return new GraphQLError(`Argument "${argument}" ${message}.`, {
    extensions: { code: 'BAD_USER_INPUT', argument },
  });
}

type Direction = 'ASC' | 'DESC';

/** An `orderBy` argument as the database takes it; ties are broken by id, so that pages never overlap. */
export function orderOf<Field extends string>(
  order: { field: Field; direction?: Direction | null | undefined } | null | undefined,
): ({ [K in Field]?: 'asc' | 'desc' } & { id?: 'asc' | 'desc' })[] {
  const direction = order?.direction === 'DESC' ? 'desc' : 'asc';
  const byId = { id: direction } as { [K in Field]?: 'asc' | 'desc' } & { id?: 'asc' | 'desc' };
  if (!order || (order.field as string) === 'id') return [byId];
  return [{ [order.field]: direction } as typeof byId, byId];
}
