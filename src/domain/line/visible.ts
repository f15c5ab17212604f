import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The lines that the caller may know of. */
export function visibleLines(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.LineWhereInput;
}
