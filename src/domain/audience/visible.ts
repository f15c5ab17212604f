import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** Restricts a query to the audiences that the caller can see. */
export function visibleAudiences(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.AudienceWhereInput;
}
