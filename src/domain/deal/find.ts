import { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import type { Conditions } from '../lists/conditions.ts';
import type { OwnedRows } from '../lists/owned-rows.ts';
import { listOf } from '../resource/list.ts';
import { DEAL } from './definition.ts';
import type { Deal } from './view.ts';
import { visibleDeals } from './visible.ts';

export const DEAL_LIST = listOf(DEAL);

/**
 * The deals that each advertiser can target: its account group is named, or none is; and it is in
 * `accounts` or, where those are excluded, is not (RULINGS T14).
 */
export function dealsOfAdvertisers(
  ctx: DomainContext,
  advertisers: readonly { id: number; accountGroupId: number }[],
  conditions: Conditions,
): OwnedRows {
  const ids = advertisers.map(({ id }) => id);
  const groups = advertisers.map(({ accountGroupId }) => accountGroupId);
  return {
    table: 'deal',
    owners: Prisma.sql`unnest(${ids}::int[], ${groups}::int[]) AS owner(id, account_group_id)`,
    belongs: Prisma.sql`item.seat_id = ${visibleDeals(ctx).seatId}
      AND (item.account_group_id = owner.account_group_id OR owner.account_group_id = ANY(item.account_groups)
        OR (item.account_group_id IS NULL AND item.account_groups = '{}'))
      AND (owner.id = ANY(item.accounts)) <> item.account_is_excluded`,
    conditions,
  };
}

/** Finds the caller's deals that match `where`. `query` sets what to load, the order and the limit. */
export function findDeals(options: {
  ctx: DomainContext;
  where: Prisma.DealWhereInput;
  query: Omit<Prisma.DealFindManyArgs, 'where'>;
}): Promise<Deal[]> {
  const { ctx, where, query } = options;
  return ctx.db.deal.findMany({ ...query, where: { AND: [visibleDeals(ctx), where] } });
}

export function countDeals(options: { ctx: DomainContext; where: Prisma.DealWhereInput }): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.deal.count({ where: { AND: [visibleDeals(ctx), where] } });
}
