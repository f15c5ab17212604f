import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Restricts a query to the pixels that the caller can see. */
export function visiblePixels(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.PixelWhereInput;
}
