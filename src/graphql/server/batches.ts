import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';

/** Batches the loads of a field for all rows of a list. */

const loaders = new WeakMap<DomainContext, Map<string, unknown>>();

/**
 * Returns the result for one key from what `load` reads for all keys that are requested at the same time at the same
 * place. Nothing is cached: data that a mutation changed is read again.
 */
export function batchByKey<Key, Value>(
  ctx: DomainContext,
  place: readonly unknown[],
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const loader = loaderAt(ctx, place, () => {
    const each = async (keys: readonly Key[]) => {
      const found = await load([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    };
    return new DataLoader(each, { cache: false });
  });
  return (key) => loader.load(key);
}

/** The same for rows, with results by ID. */
export function batchOf<Row extends { id: number }, Value>(
  ctx: DomainContext,
  place: readonly unknown[],
  load: (rows: readonly Row[]) => Promise<ReadonlyMap<number, Value>>,
): (row: Row) => Promise<Value | undefined> {
  const loader = loaderAt(ctx, place, () => {
    const each = async (rows: readonly Row[]) => {
      const found = await load([...new Map(rows.map((row) => [row.id, row])).values()]);
      return rows.map(({ id }) => found.get(id));
    };
    return new DataLoader(each, { cache: false });
  });
  return (row) => loader.load(row);
}

/** Returns the loader of a place in the request. */
function loaderAt<Loader>(ctx: DomainContext, place: readonly unknown[], make: () => Loader): Loader {
  const ofRequest = loaders.get(ctx) ?? new Map<string, unknown>();
  loaders.set(ctx, ofRequest);
  const name = JSON.stringify(place);
  const loader = (ofRequest.get(name) as Loader | undefined) ?? make();
  ofRequest.set(name, loader);
  return loader;
}

/**
 * Returns the fields on the path to a field, without list indexes: fields in the same place are loaded in one batch.
 * Includes the types, because the selection depends on them.
 */
export function placeOf(path: GraphQLResolveInfo['path'] | undefined): string[] {
  if (!path) return [];
  return [...placeOf(path.prev), ...(typeof path.key === 'string' ? [`${path.typename}.${path.key}`] : [])];
}
