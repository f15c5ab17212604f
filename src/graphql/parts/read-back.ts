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
  /** The context of the transaction: rows of a dry run cannot be read after the rollback. */
  readonly ctx: DomainContext;
  readonly info: GraphQLResolveInfo;
  /** The name of its type. */
  readonly resource: string;
}

/** Reads the rows that a mutation wrote, with the fields that the caller selected. */
export async function readBack({
  ids,
  ...call
}: Call & { ids: readonly number[] }): Promise<Map<number, Written>> {
  const rows = await readWritten({ ...call, field: uncapitalized(call.resource), ids: [...new Set(ids)] });
  return new Map([...rows].map(([id, row]) => [id, { id, row }]));
}

/** Returns the only row of `readBack`. */
export async function readOneBack({ id, ...call }: Call & { id: number }): Promise<Written> {
  return writtenRow(await readBack({ ...call, ids: [id] }), id);
}

/** Returns one of the rows of `readBack`. */
export function writtenRow(rows: ReadonlyMap<number, Written>, id: number): Written {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`The row ${id} was written, but not read.`);
  return row;
}

/** Returns the value of a payload's field that shows a written row. */
export const shownRow = (row: WrittenRow, { path }: GraphQLResolveInfo): object => row[path.key] ?? {};

/** Returns how a replay reads the rows of a mutation again. */
export const reloading = (resource: string): Reload<Written> => ({
  resource,
  read: ({ ctx, info }, ids) => readBack({ ctx, info, resource, ids }),
});
