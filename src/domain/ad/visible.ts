import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The ads that the caller may know of. */
export function visibleAds(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.AdWhereInput;
}
