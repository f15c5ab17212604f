import { Prisma } from '../db/generated/prisma/client.ts';
import { fieldsOf, columnOf as nameOf } from '../db/names.ts';
import type { DomainContext } from './context.ts';
import { type Order, orderByOf, type Position } from './keyset.ts';
import type { Condition } from './list-fields.ts';
import { likeText } from './rows.ts';

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
  readonly conditions: readonly Condition[];
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

function orderOf(order: Order, of: string): Prisma.Sql {
  const columns = orderByOf(order).flatMap((by) => Object.entries(by));
  return Prisma.join(columns.map(([column, way]) => Prisma.sql`${columnOf(column, of)} ${Prisma.raw(way)}`));
}

const tableOf = ({ table }: OwnedRows): Prisma.Sql => Prisma.raw(`"${table}" AS item`);

const whereOf = ({ belongs, conditions }: OwnedRows): Prisma.Sql =>
  Prisma.join([belongs, ...conditions.map(conditionSql)], ' AND ');

function conditionSql({ column, operator, value }: Condition): Prisma.Sql {
  const name = columnOf(column);
  if (operator === 'in') return Prisma.sql`${name} = ANY(${value})`;
  if (operator === 'contains') return Prisma.sql`${name} ILIKE ${`%${likeText(String(value))}%`}`;
  return Prisma.sql`${name} ${Prisma.raw(SIGNS[operator])} ${value}`;
}

const SIGNS = { eq: '=', not: '<>', gte: '>=', lte: '<=', gt: '>', lt: '<' } as const;

function beyond({ column, direction }: Order, { value, id }: Position): Prisma.Sql {
  const than = Prisma.raw(direction === 'asc' ? '>' : '<');
  if (column === 'id') return Prisma.sql`item.id ${than} ${id}`;
  const name = columnOf(column);
  return Prisma.sql`(${name} ${than} ${value} OR (${name} = ${value} AND item.id ${than} ${id}))`;
}

const columnOf = (field: string, of = 'item'): Prisma.Sql => Prisma.raw(`${of}."${nameOf(field)}"`);
