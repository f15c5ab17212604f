import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The deals that the caller may know of. */
export function visibleDeals(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.DealWhereInput;
}
