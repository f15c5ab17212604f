import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';

/** The account groups of the caller’s seat, by ID. */
export function accountGroupsOfSeat(ctx: DomainContext) {
  return ctx.db.accountGroup.findMany({
    where: { seatId: ctx.seatId },
    select: { id: true, name: true, seatId: true },
    orderBy: { id: 'asc' },
  });
}

export async function getAccountGroup({ ctx, id }: { ctx: DomainContext; id: number }) {
  const [group] = await ctx.db.accountGroup.findMany({
    where: { seatId: ctx.seatId, ...byId(id) },
    select: { id: true, name: true, seatId: true },
  });
  if (!group) throw new NotFoundError('Account group');
  return group;
}
