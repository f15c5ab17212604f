import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Restricts a query to the creatives that the caller can see. */
export function visibleCreatives(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.CreativeWhereInput;
}
