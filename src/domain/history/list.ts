import type { DomainContext } from '../context.ts';
import { type ListParameters, parsePage } from '../lists/listing.ts';
import { changedFields, findChanges } from './find.ts';

/** A page of the seat's changes, newest first. */
export async function listChanges({ ctx, input }: { ctx: DomainContext; input: ListParameters }) {
  const query = { orderBy: { id: 'desc' }, ...parsePage({ ctx, input }) } as const;
  const changes = await findChanges({ ctx, where: {}, query });
  return changes.map((change) => ({ ...change, fields: changedFields(ctx, change) }));
}
