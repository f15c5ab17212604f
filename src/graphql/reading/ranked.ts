import type { DomainContext } from '../../domain/context.ts';
import { countRows, rankRows } from '../../domain/reporting/delivery/rank.ts';
import type { PageValues } from '../../resources/define/expression.ts';
import { asArgumentError } from '../delivery/arguments.ts';
import type { PageRequest } from './read-plan.ts';

/** Returns the values of a page, after ranking its rows if needed; `ownerIds` are the owners of the rows. */
export async function withRanked(
  ctx: DomainContext,
  { ranking, owner, isCounted, ...page }: PageRequest,
  ownerIds: readonly number[] = [],
): Promise<PageValues> {
  if (!ranking) return page;
  const owners = owner === undefined ? undefined : { column: owner, ids: ownerIds };
  const [ranked, totals] = await Promise.all([
    rankRows(ctx, ranking, owners),
    isCounted ? countRows(ctx, ranking, owners) : undefined,
  ]).catch((error: unknown) => {
    throw asArgumentError(error);
  });
  const rows = [...ranked.values()].flat();
  return {
    ...page,
    ids: rows.map(({ id }) => id),
    ranks: rows.map(({ value }) => value),
    ...(totals && { totals }),
  };
}
