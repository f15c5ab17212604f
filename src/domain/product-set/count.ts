import { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { type Filter, parseFilter } from './filter.ts';
import { filterSql } from './filter-sql.ts';
import type { ProductSet } from './view.ts';

const REMEMBERED = 1000;
/** Of one database: counts by advertiser, version of its feed, and filter. The oldest goes first. */
const memory = new WeakMap<object, Map<string, number>>();

/** How many products of the advertiser's feed meet the filter now; null means all of them. */
export async function countProducts(options: {
  ctx: DomainContext;
  advertiserId: number;
  filter: Filter | null;
}): Promise<number> {
  const { ctx, advertiserId, filter } = options;
  const feed = await ctx.db.productFeed.findUnique({ where: { advertiserId } });
  if (!feed) return 0;
  if (filter === null) return feed.products;

  const counts = memory.get(ctx.pool) ?? new Map<string, number>();
  memory.set(ctx.pool, counts);
  const keyOf = (version: number) => JSON.stringify([advertiserId, version, filter]);
  const known = counts.get(keyOf(feed.version));
  if (known !== undefined) return known;
  // One statement, one snapshot: the version that is read is the one that is counted.
  const [row] = await ctx.db.$queryRaw<{ version: number; count: number }[]>`
    SELECT
      (SELECT version FROM product_feed WHERE advertiser_id = ${advertiserId}) AS version,
      (SELECT count(*)::int FROM product WHERE advertiser_id = ${advertiserId} AND ${filterSql(filter)}) AS count`;
  if (!row) return 0;
  counts.set(keyOf(row.version), row.count);
  const [oldest] = counts.keys();
  if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
  return row.count;
}

/** The `count` of a stored set. */
export function countOf(ctx: DomainContext, set: ProductSet): Promise<number> {
  return countProducts({ ctx, advertiserId: set.advertiserId, filter: storedFilter(set) });
}

function storedFilter(set: ProductSet): Filter | null {
  if (set.productSetFilter === null) return null;
  return parseFilter(new Problems(), set.productSetFilter, 'productSetFilter') ?? null;
}

/** The first products, by id, that meet the filter. */
export async function firstProducts(options: {
  ctx: DomainContext;
  advertiserId: number;
  filter: Filter | null;
  first: number;
}): Promise<{ id: string; data: Prisma.JsonObject }[]> {
  const { ctx, advertiserId, filter, first } = options;
  return ctx.db.$queryRaw<{ id: string; data: Prisma.JsonObject }[]>(Prisma.sql`
    SELECT id, data FROM product
    WHERE advertiser_id = ${advertiserId} AND ${filterSql(filter)}
    ORDER BY id LIMIT ${first}`);
}
