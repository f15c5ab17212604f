import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The creatives that the caller may know of. */
export function visibleCreatives(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.CreativeWhereInput;
}
