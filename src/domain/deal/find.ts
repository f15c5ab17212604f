import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import type { Deal } from './view.ts';
import { visibleDeals } from './visible.ts';

/** Conditions on deals, as filters of both faces name them. */
export function dealFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.DealWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/**
 * The deals that an advertiser can target: its account group is named, or none is; and it is in
 * `accounts` or, where those are excluded, is not (RULINGS T14).
 */
export function dealsOfAdvertiser(advertiser: { id: number; accountGroupId: number }): Prisma.DealWhereInput {
  const { id, accountGroupId } = advertiser;
  return {
    AND: [
      {
        OR: [
          { accountGroupId },
          { accountGroups: { has: accountGroupId } },
          { accountGroupId: null, accountGroups: { isEmpty: true } },
        ],
      },
      {
        OR: [
          { accountIsExcluded: false, accounts: { has: id } },
          { accountIsExcluded: true, NOT: { accounts: { has: id } } },
        ],
      },
    ],
  };
}

/** The caller's deals that meet `where`; `query` says what to load, in which order and how many. */
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
