import DataLoader from 'dataloader';
import { type Db, isTransaction } from './transaction.ts';

interface Batches {
  readonly loaders: Map<string, DataLoader<unknown, unknown>>;
  /** A connection takes one statement at a time. */
  last: Promise<unknown>;
}

const batches = new WeakMap<Db, Batches>();

/**
 * Asks `many` for one key. What the items of a list ask at the same moment in one transaction, under one name, is
 * one call of `many`, and so one statement. A write of one row is a list of one.
 */
export async function batchInTransaction<Key, Value>(options: {
  db: Db;
  name: string;
  key: Key;
  /** Answers in the order of the keys. */
  many: (keys: readonly Key[]) => Promise<readonly Value[]>;
}): Promise<Value> {
  const { db, name, key, many } = options;
  // Outside of a transaction, callers at the same moment may be strangers.
  if (!isTransaction(db)) return (await many([key]))[0] as Value;
  const own = batches.get(db) ?? { loaders: new Map(), last: Promise.resolve() };
  batches.set(db, own);
  const inTurn = (keys: readonly unknown[]) => {
    const turn = own.last.then(() => many(keys as readonly Key[]));
    own.last = turn.catch(() => undefined);
    return turn;
  };
  const loader = own.loaders.get(name) ?? new DataLoader<unknown, unknown>(inTurn, { cache: false });
  own.loaders.set(name, loader);
  return (await loader.load(key)) as Value;
}
