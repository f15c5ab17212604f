import DataLoader from 'dataloader';
import type { DomainContext } from '../../domain/context.ts';

/** Batches what the fields of each row in a list load. */

type Loader<Row, Value> = DataLoader<Row, Value | undefined, number>;
const loaders = new WeakMap<DomainContext, Map<string, unknown>>();

/**
 * Returns the result for one row from what `load` reads for all rows that are requested at the same time
 * under the same key. Nothing is cached: data that a mutation changed is read again.
 */
export function batchOf<Row extends { id: number }, Value>(
  ctx: DomainContext,
  key: readonly unknown[],
  load: (rows: readonly Row[]) => Promise<ReadonlyMap<number, Value>>,
): (row: Row) => Promise<Value | undefined> {
  const ofRequest = loaders.get(ctx) ?? new Map<string, unknown>();
  loaders.set(ctx, ofRequest);
  const name = JSON.stringify(key);
  const known = ofRequest.get(name) as Loader<Row, Value> | undefined;
  const loader = known ?? new DataLoader(byId(load), { cache: false });
  ofRequest.set(name, loader);
  return (row) => loader.load(row);
}

const byId =
  <Row extends { id: number }, Value>(load: (rows: readonly Row[]) => Promise<ReadonlyMap<number, Value>>) =>
  async (rows: readonly Row[]) => {
    const found = await load([...new Map(rows.map((row) => [row.id, row])).values()]);
    return rows.map(({ id }) => found.get(id));
  };
