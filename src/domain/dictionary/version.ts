import type { System } from '../context.ts';
import type { ListName } from './lists.ts';

/** Changes whenever the list is loaded, in whichever process; undefined for a list that never was. */
async function listVersion(system: Pick<System, 'pool'>, list: ListName): Promise<string | undefined> {
  const { rows } = await system.pool.query<{ version: string }>({
    name: 'dictionary-version',
    text: 'SELECT version FROM dictionary_version WHERE list = $1',
    values: [list],
  });
  return rows[0]?.version;
}

interface Cached {
  readonly version: string | undefined;
  readonly value: Promise<unknown>;
}

const caches = new WeakMap<object, Map<ListName, Cached>>();

/**
 * Answers what `read` answered since the list was last loaded. One cheap look at the version keeps every
 * process current; only lists small enough to be held whole are read this way.
 */
export async function cachedList<T>(
  system: Pick<System, 'pool'>,
  list: ListName,
  read: () => Promise<T>,
): Promise<T> {
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
