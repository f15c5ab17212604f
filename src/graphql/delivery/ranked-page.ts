import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { countRows, type Ranked, rankRows } from '../../domain/delivery/rank.ts';
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
 * A page of a list that is ranked: one statement ranks the rows of all owners of a list, another reads those that are
 * shown, and a third counts them if that is asked for.
 */
export async function rankedPage(options: {
  of: ConnectionType;
  args: ListArguments;
  ctx: DomainContext;
  info: GraphQLResolveInfo;
  owner?: Owner;
}): Promise<Page> {
  const { of, args, ctx, info, owner } = options;
  const { find, name } = of;
  if (!find) throw new Error(`${name} has no delivery.`);
  const { shape, ranking } = readRanked(of, args, ctx.now());
  const ownersOf = (ids: readonly number[]) => owner && { column: owner.column, ids };
  const place = [...placeOf(info.path), 'ranked'];
  const key = owner?.id ?? NOBODY;
  const totalCount = async () =>
    (await batchByKey(ctx, [...place, 'count'], (ids: readonly number[]) =>
      countRows(ctx, ranking, ownersOf(ids)),
    )(key)) ?? 0;
  if (asksOnlyFor(info, 'totalCount')) return new Page({ args, rows: [], shape, totalCount });
  const isOfColumn = ranking.by === 'column';
  const query = nodesQuery({ ctx, info, name, shape: isOfColumn ? shape : { ...shape, order: of.usually } });
  const load = batchByKey(ctx, place, async (ids: readonly number[]) => {
    const pages = await rankRows(ctx, ranking, ownersOf(ids));
    const shown = [...pages.values()].flat().map(({ id }) => id);
    const found = await find({ ctx, where: { id: { in: shown } }, query });
    const rows = new Map(found.map((row) => [row.id, row]));
    return new Map(
      [...pages].map(([id, ranked]) => [id, inOrder(ranked, rows, isOfColumn ? undefined : shape)]),
    );
  });
  return new Page({ args, rows: (await load(key)) ?? [], shape, totalCount });
}

/** The rows in their order; those that are ranked by no column with the value that cursors contain. */
const inOrder = (
  ranked: readonly Ranked[],
  rows: ReadonlyMap<number, object>,
  shape: CursorShape | undefined,
): object[] =>
  ranked.flatMap(({ id, value }) => {
    const row = rows.get(id);
    if (!row) return [];
    return [shape ? Object.assign(row, { [shape.order.column]: value }) : row];
  });
