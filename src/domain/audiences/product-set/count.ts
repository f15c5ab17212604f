import { LRUCache } from 'lru-cache';
import { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { cacheKey } from '../../../platform/text/cache-key.ts';
import { Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';
import { type Filter, parseFilter } from './filter.ts';
import { filterSql } from './filter-sql.ts';
import type { ProductSet } from './view.ts';
import { unitsOfFilter } from './work.ts';

const REMEMBERED = 1000;
const MAX_BYTES = 4 * 2 ** 20;
const ENTRY_BYTES = 100;
/** The maximum number of counts in one statement, which bounds the length of its text. */
const AT_ONCE = 200;
/** Cached counts per database, by advertiser, feed version and filter. */
const memory = new WeakMap<object, LRUCache<string, number>>();

const newCounts = () =>
  new LRUCache<string, number>({
    max: REMEMBERED,
    maxSize: MAX_BYTES,
    sizeCalculation: (_count, key) => ENTRY_BYTES + 2 * key.length,
  });

/** The columns of a stored set that determine its count. */
export type Counted = Pick<ProductSet, 'id' | 'advertiserId' | 'productSetFilter'>;

interface CountKey {
  readonly advertiserId: number;
  /** Null means all products. */
  readonly filter: Filter | null;
}

/** Returns how many products of the advertiser's feed currently match the filter. */
export async function countProducts({
  ctx,
  ...requested
}: CountKey & { ctx: DomainContext }): Promise<number> {
  const [count] = await countEach(ctx, [requested]);
  return count ?? 0;
}

/** Called before products are counted, with the units of work (`unitsOfFilter`). Counts that are cached take none. */
type OnScan = (units: number) => Promise<void>;

/** Returns the `count` of several stored sets, with as many statements as for one. */
export async function countsOf(
  ctx: DomainContext,
  sets: readonly Counted[],
  onScan?: OnScan,
): Promise<ReadonlyMap<number, number>> {
  const requested = sets.map((set) => ({ advertiserId: set.advertiserId, filter: storedFilter(set) }));
  const counts = await countEach(ctx, requested, onScan);
  return new Map(sets.map(({ id }, at) => [id, counts[at] ?? 0]));
}

async function countEach(
  ctx: DomainContext,
  requested: readonly CountKey[],
  onScan?: OnScan,
): Promise<number[]> {
  const found = await ctx.db.productFeed.findMany({
    where: { advertiserId: { in: [...new Set(requested.map(({ advertiserId }) => advertiserId))] } },
  });
  const feeds = new Map(found.map((feed) => [feed.advertiserId, feed]));
  const counts = memory.get(ctx.pool) ?? newCounts();
  memory.set(ctx.pool, counts);
  const keyOf = ({ advertiserId, filter }: CountKey, version: number) =>
    cacheKey(JSON.stringify([advertiserId, version, filter]));
  const known = requested.map((each) => {
    const feed = feeds.get(each.advertiserId);
    if (!feed) return 0;
    return each.filter === null ? feed.products : counts.get(keyOf(each, feed.version));
  });
  const unknown = requested.flatMap((each, at) => (known[at] === undefined ? [{ ...each, at }] : []));
  if (onScan && unknown.length > 0) {
    const work = unknown.map(({ advertiserId, filter }) =>
      unitsOfFilter(filter, feeds.get(advertiserId)?.products ?? 0),
    );
    await onScan(work.reduce((sum, units) => sum + units, 0));
  }
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    for (const { at, version, count } of await countNow(ctx, unknown.slice(from, from + AT_ONCE))) {
      known[at] = count;
      const one = requested[at];
      if (one) counts.set(keyOf(one, version), count);
    }
  }
  return known.map((count) => count ?? 0);
}

/** Reads the version and the counts in one statement, so that both are from the same snapshot. */
async function countNow(ctx: DomainContext, requested: readonly (CountKey & { at: number })[]) {
  const each = requested.map(
    ({ advertiserId, filter, at }) => Prisma.sql`SELECT ${at}::int AS at,
      (SELECT version FROM product_feed WHERE advertiser_id = ${advertiserId}) AS version,
      (SELECT count(*)::int FROM product WHERE advertiser_id = ${advertiserId} AND ${filterSql(filter)}) AS count`,
  );
  return ctx.db.$queryRaw<{ at: number; version: number; count: number }[]>(Prisma.join(each, ' UNION ALL '));
}

function storedFilter(set: Counted): Filter | null {
  if (set.productSetFilter === null) return null;
  return parseFilter(new Problems(), set.productSetFilter, 'productSetFilter') ?? null;
}

/** Returns the first products that match the filter, by ID; those after an ID if it is given. */
export async function firstProducts(options: {
  ctx: DomainContext;
  advertiserId: number;
  filter: Filter | null;
  first: number;
  after?: string | undefined;
}): Promise<{ id: string; data: Prisma.JsonObject }[]> {
  const { ctx, advertiserId, filter, first, after } = options;
  const rest = after === undefined ? Prisma.sql`true` : Prisma.sql`id > ${after}`;
  return ctx.db.$queryRaw<{ id: string; data: Prisma.JsonObject }[]>(Prisma.sql`
    SELECT id, data FROM product
    WHERE advertiser_id = ${advertiserId} AND ${rest} AND ${filterSql(filter)}
    ORDER BY id LIMIT ${first}`);
}
