import { sql } from '../../../platform/database/connection/client.ts';
import type { System } from '../../context.ts';
import type { ListName } from './lists.ts';

/**
 * The connection that reads the dictionary. A write must use the connection that it holds: waiting for a second one
 * could deadlock the pool.
 */
export type Reader = Pick<System, 'pool' | 'db'>;

/** Returns a version that changes whenever any process loads the list; undefined for a list that was never loaded. */
async function listVersion({ db }: Reader, list: ListName): Promise<string | undefined> {
  const [row] = await sql<{ version: string }>(
    db,
  )`SELECT version FROM dictionary_version WHERE list = ${list}`;
  return row?.version;
}

interface Cached {
  readonly version: string | undefined;
  readonly value: Promise<unknown>;
}

const caches = new WeakMap<object, Map<ListName, Cached>>();

/**
 * Caches the result of `read` until the list is loaded again. Each call checks the version, so that every process is up
 * to date. Only for lists that are small enough to be held in memory.
 */
export async function cachedList<T>(system: Reader, list: ListName, read: () => Promise<T>): Promise<T> {
  const version = await listVersion(system, list);
  const cache = caches.get(system.pool) ?? new Map<ListName, Cached>();
  caches.set(system.pool, cache);
  const known = cache.get(list);
  if (known && known.version === version) return (await known.value) as T;
  const value = read();
  cache.set(list, { version, value });
  value.catch(() => cache.delete(list));
  return await value;
}
