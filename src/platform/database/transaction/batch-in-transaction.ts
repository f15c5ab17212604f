import DataLoader from 'dataloader';
import { type Db, isTransaction } from './transaction.ts';

interface Batches {
  readonly loaders: Map<string, DataLoader<unknown, unknown>>;
  /** The last statement. The next one waits for it, because a connection runs one statement at a time. */
  last: Promise<unknown>;
}

const batches = new WeakMap<Db, Batches>();

/**
 * Calls `many` for one key. Calls from the items of a list at the same moment in one transaction with the
 * same name become one call of `many`, and so one statement. To write a single row, pass a list of one.
 */
export async function batchInTransaction<Key, Value>(options: {
  db: Db;
  name: string;
  key: Key;
  /** Returns the values in the order of the keys. */
  many: (keys: readonly Key[]) => Promise<readonly Value[]>;
}): Promise<Value> {
  const { db, name, key, many } = options;
  // Outside a transaction, simultaneous callers may belong to different requests, so nothing is batched.
  if (!isTransaction(db)) return (await many([key]))[0] as Value;
  const own = batches.get(db) ?? { loaders: new Map(), last: Promise.resolve() };
  batches.set(db, own);
  const runNext = (keys: readonly unknown[]) => {
    const current = own.last.then(() => many(keys as readonly Key[]));
    own.last = current.catch(() => undefined);
    return current;
  };
  const loader = own.loaders.get(name) ?? new DataLoader<unknown, unknown>(runNext, { cache: false });
  own.loaders.set(name, loader);
  return (await loader.load(key)) as Value;
}
