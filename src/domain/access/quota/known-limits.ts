import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { System } from '../../context.ts';

/** A changed limit takes effect within this time if quotas are not in PostgreSQL. */
const FRESH_MS = 1_000;
const MAX = 10_000;

/** By column name; null or missing means the default limit. */
type Limits = Readonly<Record<string, number | null>>;
type Kind = 'user' | 'advertiser';

const loaders = new WeakMap<Pool, Record<Kind, DataLoader<number, Limits>>>();

/** Returns the custom limits of a user or an advertiser. They are cached briefly. */
export function knownLimits({ pool }: Pick<System, 'pool'>, kind: Kind, id: number): Promise<Limits> {
  const known = loaders.get(pool) ?? {
    user: loaderOf(pool, 'user'),
    advertiser: loaderOf(pool, 'advertiser'),
  };
  loaders.set(pool, known);
  return known[kind].load(id);
}

function loaderOf(pool: Pool, kind: Kind): DataLoader<number, Limits> {
  const id = `${kind}_id`;
  return new DataLoader(
    async (ids) => {
      const { rows } = await pool.query<Limits>({
        name: `limits ${kind}`,
        text: `SELECT * FROM ${kind}_quota WHERE ${id} = ANY ($1::int[])`,
        values: [ids],
      });
      const found = new Map(rows.map((row) => [row[id], row]));
      return ids.map((one) => found.get(one) ?? {});
    },
    { maxBatchSize: 1_000, cacheMap: new LRUCache<number, Promise<Limits>>({ max: MAX, ttl: FRESH_MS }) },
  );
}
