import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Restricts a query to the segments that the caller can see. */
export function visibleSegments(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.SegmentWhereInput;
}
