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

/** Reads the rows of a mutation with what the caller selects of them, in the order of the IDs. */
export async function readBack({ ids, ...call }: Call & { ids: readonly number[] }): Promise<Written[]> {
  const rows = await readWritten({ ...call, field: uncapitalized(call.resource), ids: [...new Set(ids)] });
  return ids.map((id) => ({ id, row: rows.get(id) ?? {} }));
}

/** The only row of `readBack`. */
export async function readOneBack({ id, ...call }: Call & { id: number }): Promise<Written> {
  const [written] = await readBack({ ...call, ids: [id] });
  return written ?? { id, row: {} };
}

/** How a replay reads the rows of a mutation anew. */
export const reloading = (resource: string): Reload<Written> => ({
  resource,
  read: async ({ ctx, info }, ids) => {
    const rows = await readBack({ ctx, info, resource, ids });
    return new Map(rows.map((row) => [row.id, row]));
  },
});
