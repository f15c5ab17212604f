import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The segments that the caller may know of. */
export function visibleSegments(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.SegmentWhereInput;
}
