import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { type Ranked, rankByDelivery } from '../../domain/delivery/rank.ts';
import { whereOf } from '../../domain/lists/conditions.ts';
import type { ConnectionType, ListArguments } from '../parts/connection-types.ts';
import { type CursorShape, Page } from '../parts/pages.ts';
import { nodesQuery } from '../parts/read-list.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { asksOnlyFor } from '../server/selections.ts';
import { readRanked } from './read-ranked.ts';

/** The owner whose rows are listed, and the column in which they name it. */
interface Owner {
  readonly column: string;
  readonly id: number;
}

/** All rows of the seat, as if one owner had them. */
const NOBODY = 0;

/**
 * A page in the order of what the rows delivered: one statement ranks the rows of all owners of a list, another reads
 * those that are shown.
 */
export async function rankedPage(options: {
  of: ConnectionType;
  args: ListArguments;
  ctx: DomainContext;
  info: GraphQLResolveInfo;
  owner?: Owner;
  count: (call: { ctx: DomainContext; where: object }) => Promise<number>;
}): Promise<Page> {
  const { of, args, ctx, info, owner, count } = options;
  const { find, name } = of;
  if (!find) throw new Error(`${name} has no delivery.`);
  const { shape, ranking, conditions } = readRanked(of, args);
  const totalCount = () => count({ ctx, where: whereOf(conditions) });
  const query = nodesQuery({ ctx, info, name, shape: { ...shape, order: of.usually } });
  if (asksOnlyFor(info, 'totalCount')) return new Page({ args, rows: [], shape, totalCount });
  const load = batchByKey(ctx, [...placeOf(info.path), 'ranked'], async (ids: readonly number[]) => {
    const owners = owner && { column: owner.column, ids };
    const pages = await rankByDelivery(ctx, ranking, owners);
    const shown = [...pages.values()].flat().map(({ id }) => id);
    const found = await find({ ctx, where: { id: { in: shown } }, query });
    const rows = new Map(found.map((row) => [row.id, row]));
    return new Map([...pages].map(([id, ranked]) => [id, withValues(ranked, rows, shape)]));
  });
  const rows = (await load(owner?.id ?? NOBODY)) ?? [];
  return new Page({ args, rows, shape, totalCount });
}

/** The rows in their order, each with the value that cursors contain. */
const withValues = (
  ranked: readonly Ranked[],
  rows: ReadonlyMap<number, object>,
  { order }: CursorShape,
): object[] =>
  ranked.flatMap(({ id, value }) => {
    const row = rows.get(id);
    return row ? [Object.assign(row, { [order.column]: value })] : [];
  });
