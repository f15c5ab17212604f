import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { uncapitalized } from './names.ts';
import type { Reload } from './replayed.ts';

/** Finds rows with what is selected of them; the query is Pothos' own. */
export type Find<Row extends { id: number } = { id: number }> = (call: {
  ctx: DomainContext;
  where: { id: number | { in: number[] } };
  query: object;
}) => Promise<Row[]>;

interface Written<Row extends { id: number }> {
  /** The context of the transaction. */
  readonly ctx: DomainContext;
  /** The context of the request, in which fields are resolved. */
  readonly request: DomainContext;
  readonly info: GraphQLResolveInfo;
  /** The name of the type. The payload has the row in a field of this name. */
  readonly resource: string;
  readonly find: Find<Row>;
}

/**
 * Reads the rows of a mutation with what the caller selects of them. A dry run must call it before its transaction is
 * rolled back: afterwards, its rows and their relations cannot be read.
 */
export async function readBack<Row extends { id: number }>(
  options: Written<Row> & { ids: readonly number[] },
): Promise<Map<number, Row>> {
  const { ctx, request, info, resource, find, ids } = options;
  const query = queryFromInfo({ context: request, info, path: [uncapitalized(resource)] });
  const rows = await find({ ctx, where: { id: { in: [...ids] } }, query });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The only row of `readBack`. */
export async function readOneBack<Row extends { id: number }>(
  options: Written<Row> & { id: number },
): Promise<Row> {
  return writtenRow(await readBack({ ...options, ids: [options.id] }), options.id);
}

/** One of the rows that `readBack` read. */
export function writtenRow<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`The row ${id} was written, but cannot be read.`);
  return row;
}

/** How a replay reads the rows of a mutation anew. */
export const reloading = ({
  resource,
  find,
}: Pick<Written<{ id: number }>, 'resource' | 'find'>): Reload<{ row: object }> => ({
  resource,
  read: async ({ ctx, info }, ids) => {
    const rows = await readBack({ ctx, request: ctx, info, resource, find, ids });
    return new Map([...rows].map(([id, row]) => [id, { row }]));
  },
});
