import { sql } from '../../../platform/database/connection/client.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { visibleAdvertisers } from './visible.ts';

const FOREIGN = 'must be the ID of an advertiser of this seat';

/** Adds a problem at `path` unless the advertiser belongs to the caller's seat. */
export async function checkAdvertiser(options: {
  ctx: DomainContext;
  problems: Problems;
  path: string;
  id: number | undefined;
}): Promise<void> {
  const { ctx, problems, path, id } = options;
  if (id === undefined) return;
  const known = await knownAdvertisers({ ctx, ids: [id] });
  if (!known.has(id)) problems.add(path, FOREIGN);
}

/** Adds a problem for each advertiser of the list that does not belong to the caller's seat. */
export async function checkAdvertisers(options: {
  ctx: DomainContext;
  problems: Problems;
  path: string;
  ids: readonly number[] | undefined;
}): Promise<void> {
  const { ctx, problems, path, ids = [] } = options;
  if (ids.length === 0) return;
  const known = await knownAdvertisers({ ctx, ids });
  for (const [index, id] of ids.entries()) if (!known.has(id)) problems.add(`${path}[${index}]`, FOREIGN);
}

/** Returns which of the IDs are advertisers of the caller's seat. */
async function knownAdvertisers(options: {
  ctx: DomainContext;
  ids: readonly number[];
}): Promise<Set<number>> {
  const { ctx, ids } = options;
  const found = await sql<{ id: number }>(ctx.db)`
    SELECT id FROM advertiser
    WHERE id = ANY(${ids.filter(isId)}::int[]) AND seat_id = ${visibleAdvertisers(ctx).seatId}`;
  return new Set(found.map(({ id }) => id));
}
