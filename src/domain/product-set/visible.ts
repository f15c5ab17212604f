import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The product sets that the caller may know of. */
export function visibleProductSets(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.ProductSetWhereInput;
}
