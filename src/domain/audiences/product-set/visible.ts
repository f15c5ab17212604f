import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Restricts a query to the product sets that the caller can see. */
export function visibleProductSets(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.ProductSetWhereInput;
}
