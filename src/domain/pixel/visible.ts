import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The pixels that the caller may know of. */
export function visiblePixels(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.PixelWhereInput;
}
