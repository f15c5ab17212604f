import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { readWritten, type WrittenRow } from '../reading/read-field.ts';
import { uncapitalized } from './names.ts';
import type { Reload } from './replayed.ts';

/** A row that a mutation wrote. Its payload has it in a field named after its resource. */
export interface Written {
  readonly id: number;
  readonly row: WrittenRow;
}

interface Call {
  /** Of the transaction: once a dry run is rolled back, its rows cannot be read. */
  readonly ctx: DomainContext;
  readonly info: GraphQLResolveInfo;
  /** The name of the type. */
  readonly resource: string;
}

/** Reads the rows of a mutation with what the caller selects of them. */
export async function readBack({
  ids,
  ...call
}: Call & { ids: readonly number[] }): Promise<Map<number, Written>> {
  const rows = await readWritten({ ...call, field: uncapitalized(call.resource), ids: [...new Set(ids)] });
  return new Map([...rows].map(([id, row]) => [id, { id, row }]));
}

/** The only row of `readBack`. */
export async function readOneBack({ id, ...call }: Call & { id: number }): Promise<Written> {
  return writtenRow(await readBack({ ...call, ids: [id] }), id);
}

/** One of the rows that `readBack` read. */
export function writtenRow(rows: ReadonlyMap<number, Written>, id: number): Written {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`The row ${id} was written, but not read.`);
  return row;
}

/** What a field of a payload shows of a written row. */
export const shownRow = (row: WrittenRow, { path }: GraphQLResolveInfo): object => row[path.key] ?? {};

/** How a replay reads the rows of a mutation anew. */
export const reloading = (resource: string): Reload<Written> => ({
  resource,
  read: ({ ctx, info }, ids) => readBack({ ctx, info, resource, ids }),
});
