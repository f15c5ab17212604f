import { Prisma } from '../../db/generated/prisma/client.ts';
import { fieldsOf, columnOf as nameOf } from '../../db/names.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { type Conditions, SIGNS, sqlOf, type Test } from './conditions.ts';
import { beyondSql, type Order, orderSql, type Position } from './keyset.ts';

/**
 * Rows that belong to others by a rule instead of a relation: read for many owners with one statement.
 * `item` is such a row and `owner` its owner, which has at least an `id`.
 */
export interface OwnedRows {
  readonly table: 'change' | 'deal' | 'targeting_attribute' | 'webhook_delivery';
  /** An item of FROM called `owner`. */
  readonly owners: Prisma.Sql;
  /** Which rows are the owner's, and the caller's to see. */
  readonly belongs: Prisma.Sql;
  readonly conditions: Conditions;
}

/** Which page of each owner's rows. */
interface OwnedPage {
  readonly order: Order;
  readonly position: Position | undefined;
  readonly take: number;
}

type ByOwner<Value> = ReadonlyMap<number, Value>;

/** Owners by their ids alone. */
export const ownerIds = (ids: readonly number[]): Prisma.Sql =>
  Prisma.sql`unnest(${ids}::int[]) AS owner(id)`;

/** The same page of every owner's rows; owners without any are left out. */
export async function pagesByOwner(
  ctx: Pick<DomainContext, 'db'>,
  rows: OwnedRows,
  { order, position, take }: OwnedPage,
): Promise<ByOwner<object[]>> {
  const after = position ? Prisma.sql` AND ${beyond(order, position)}` : Prisma.empty;
  const found = await ctx.db.$queryRaw<{ owner_id: number }[]>`
    SELECT owner.id AS owner_id, found.* FROM ${rows.owners} CROSS JOIN LATERAL (
      SELECT item.* FROM ${tableOf(rows)} WHERE ${whereOf(rows)}${after}
      ORDER BY ${orderOf(order, 'item')} LIMIT ${take}) AS found
    ORDER BY owner.id, ${orderOf(order, 'found')}`;
  const pages = new Map<number, object[]>();
  for (const { owner_id: owner, ...row } of found) {
    const page = pages.get(owner) ?? [];
    page.push(fieldsOf(row));
    pages.set(owner, page);
  }
  return pages;
}

export async function countsByOwner(
  ctx: Pick<DomainContext, 'db'>,
  rows: OwnedRows,
): Promise<ByOwner<number>> {
  const found = await ctx.db.$queryRaw<{ id: number; count: number }[]>`
    SELECT owner.id, (SELECT count(*)::int FROM ${tableOf(rows)} WHERE ${whereOf(rows)}) AS count
    FROM ${rows.owners}`;
  return new Map(found.map(({ id, count }) => [id, count]));
}

const orderOf = (order: Order, of: string): Prisma.Sql =>
  Prisma.raw(orderSql(order, (column) => `${of}."${nameOf(column)}"`));

const tableOf = ({ table }: OwnedRows): Prisma.Sql => Prisma.raw(`"${table}" AS item`);

const whereOf = ({ belongs, conditions }: OwnedRows): Prisma.Sql =>
  Prisma.join([belongs, ...sqlOf<Prisma.Sql>(conditions, WRITE)], ' AND ');

const WRITE = {
  test: testSql,
  raw: (text: string) => Prisma.raw(text),
  join: (parts: readonly Prisma.Sql[], separator: string) => Prisma.join([...parts], separator),
};

function testSql({ column, operator, value }: Test): Prisma.Sql {
  const name = columnOf(column);
  if (operator === 'in') return Prisma.sql`${name} = ANY(${value})`;
  if (operator === 'contains') return Prisma.sql`${name} ILIKE ${`%${likeText(String(value))}%`}`;
  return Prisma.sql`${name} ${Prisma.raw(SIGNS[operator])} ${value}`;
}

function beyond(order: Order, { value, id }: Position): Prisma.Sql {
  const of = (column: string) => `item."${nameOf(column)}"`;
  // The position stands more than once in it, each time as a value of its own.
  const parts = beyondSql(order, of, { value: () => `\0value::${order.sqlType}`, id: () => '\0id' }).split(
    '\0',
  );
  return parts.reduce<Prisma.Sql>((sql, part, index) => {
    if (index === 0) return Prisma.raw(part);
    const isId = part.startsWith('id');
    return Prisma.sql`${sql}${isId ? id : value}${Prisma.raw(part.slice(isId ? 2 : 5))}`;
  }, Prisma.empty);
}

const columnOf = (field: string): Prisma.Sql => Prisma.raw(`item."${nameOf(field)}"`);
