import DataLoader from 'dataloader';
import type { DomainContext } from '../domain/context.ts';

/** What is read for all rows of a list at once, where the fields of each row ask for their own. */

type Loader<Row, Value> = DataLoader<Row, Value | undefined, number>;
const loaders = new WeakMap<DomainContext, Map<string, unknown>>();

/**
 * Answers for one row from what `load` reads for all that are asked for in the same moment, under the same
 * key. Nothing is remembered: what a mutation changed is read anew.
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
