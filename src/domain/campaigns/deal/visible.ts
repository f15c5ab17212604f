import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Restricts a query to the deals that the caller can see. */
export function visibleDeals(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.DealWhereInput;
}
